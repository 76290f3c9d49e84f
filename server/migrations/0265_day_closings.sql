-- Days that the desk closed by hand: what each closing changed, so that it can be undone whole for ten minutes.
create table day_closing (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id),
  closed_by uuid not null,
  closed_at timestamptz not null,
  -- A long day is closed in parts: when the latest part was, and whether more is left.
  last_part_at timestamptz not null,
  is_whole boolean not null,
  entry_ids uuid[] not null,
  -- Of doctors who were not Offline, counters that were not closed, and visits that were to go on.
  doctors jsonb not null,
  points jsonb not null,
  plans jsonb not null,
  undone_at timestamptz,
  undone_by uuid,
  check ((undone_at is null) = (undone_by is null))
);
create index day_closing_of_hospital on day_closing (hospital_id, last_part_at desc);
