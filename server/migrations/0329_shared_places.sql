-- locks: queue_entry
-- Links with which a relative follows a visit without an account [ARR-7].
create table shared_place (
  id uuid primary key,
  -- a stop of the visit; the link shows the latest stop
  entry_id uuid not null references queue_entry (id) on delete cascade,
  secret_hash text not null unique,
  made_at timestamptz not null,
  by_staff boolean not null,
  -- the end of the hospital's day
  ends_at timestamptz not null,
  -- when the patient or the desk ended it
  stopped_at timestamptz
);
create index shared_place_by_entry on shared_place (entry_id);
create index shared_place_by_end on shared_place (ends_at);
