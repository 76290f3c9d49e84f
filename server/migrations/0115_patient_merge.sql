-- Two records of one person at a hospital that became one: what went over, so that it can be taken back.
create table patient_merge (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id),
  kept_id uuid not null references patient (id) on delete cascade,
  gone_id uuid not null references patient (id) on delete cascade,
  merged_at timestamptz not null,
  merged_by uuid not null,
  entry_ids uuid[] not null,
  appointment_ids uuid[] not null,
  report_ids uuid[] not null,
  undone_at timestamptz,
  undone_by uuid,
  check (kept_id <> gone_id),
  check ((undone_at is null) = (undone_by is null))
);
create unique index one_merge_of_a_record on patient_merge (gone_id) where undone_at is null;
create index patient_merge_of_kept on patient_merge (kept_id);
create index patient_merge_of_hospital on patient_merge (hospital_id, merged_at desc, id);
