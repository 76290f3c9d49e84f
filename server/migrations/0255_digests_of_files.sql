-- The SHA-256 of a report's file, by which a change on disk is found. Null for files from before: it is filled in batches.
alter table report_file add column sha256 bytea;
