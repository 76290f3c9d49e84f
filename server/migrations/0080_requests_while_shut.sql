-- Whether patients may ask for a place while the hospital is shut; staff look at it when it opens.
alter table hospital add column takes_requests_shut boolean not null default true;
