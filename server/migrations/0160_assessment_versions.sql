-- Counts the changes of what staff are told of an assessment, so that a screen which hears of two of them in
-- the wrong order keeps the later one.
alter table assessment add column version integer not null default 0;
