-- How long the rest of a visit was told to take: one row for each stop as it began to wait and as it was
-- served, and what came of it once the visit was over.
create table visit_promise (
  entry_id uuid not null references queue_entry (id) on delete cascade,
  kind text not null check (kind in ('waiting', 'inside')),
  -- the first stop of its visit
  visit_id uuid not null references queue_entry (id) on delete cascade,
  hospital_id uuid not null references hospital (id) on delete cascade,
  made_at timestamptz not null,
  -- the group of stops to come whose scores are fitted together
  bucket int not null,
  -- minutes: before the range was fitted, and as it was told
  expected double precision not null,
  deviation double precision not null,
  lower int not null,
  upper int not null,
  outcome text check (outcome in ('done', 'left')),
  settled_at timestamptz,
  -- minutes until the last stop was over
  actual double precision,
  -- null: it says nothing, as of whoever left sooner
  was_kept boolean,
  inside boolean,
  primary key (entry_id, kind)
);
create index visit_promise_open on visit_promise (visit_id) where outcome is null;
create index visit_promise_by_visit on visit_promise (visit_id);
create index visit_promise_settled on visit_promise (hospital_id, settled_at) where outcome is not null;
create index visit_promise_told on visit_promise (hospital_id, made_at) include (was_kept, inside)
  where kind = 'waiting' and was_kept is not null;

-- What a hospital's past visits taught: how long people stay in its lines, where they go, how far off it was.
create table visit_fit (
  hospital_id uuid primary key references hospital (id) on delete cascade,
  fit jsonb not null,
  fitted_at timestamptz not null
);

-- The stops that go on now of visits that may have several.
create index open_stop on queue_entry (id)
  where (visit_id is not null or is_shared) and status in ('waiting', 'in_progress');
