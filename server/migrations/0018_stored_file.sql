-- Files outside the database: on disk, or in S3-compatible storage [decision 019].

-- Written before the file itself: what a failed upload left behind is found here, and nothing else is
-- ever removed.
create table stored_file (
  key uuid primary key default gen_random_uuid(),
  kept_in text not null check (kept_in in ('disk', 's3')),
  written_at timestamptz not null
);
create index stored_file_by_time on stored_file (written_at);

alter table report_file
  alter column bytes drop not null,
  alter column size drop expression,
  -- a file that a row names cannot be forgotten
  add column file_key uuid unique references stored_file (key),
  add constraint report_file_is_somewhere check ((bytes is null) <> (file_key is null)),
  add constraint report_file_size check (size between 0 and 10485760);
