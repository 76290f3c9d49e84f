-- The language of the page on which somebody asked to be erased: the letters about it are in it where no language was
-- chosen. A process of the release before leaves it null.
alter table erasure_request add column language text;
