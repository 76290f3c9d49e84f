-- The running server processes. A migration that removes what an older release uses waits while
-- processes of that release run [OPS-2].
create table process (
  id uuid primary key,
  version text not null,
  started_at timestamptz not null,
  -- by the database's clock, which is the same for all processes
  seen_at timestamptz not null
);
create index process_seen on process (seen_at);
