-- Medical reports of a hospital's patients [RPT-1].

create table report (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id),
  doctor_id uuid not null references doctor (id),
  patient_id uuid not null references patient (id),
  -- the visit it was last written after, where there is one
  entry_id uuid references queue_entry (id) on delete set null,
  type text not null check (
    type in ('consultation', 'lab_result', 'prescription', 'imaging', 'discharge_summary')),
  status text not null check (status in ('completed', 'active', 'pending')),
  title text not null,
  summary text not null,
  -- at the hospital
  date date not null,
  author_id uuid not null,
  created_at timestamptz not null
);
create index report_by_hospital on report (hospital_id, date desc, created_at desc, id);
create index report_by_patient on report (patient_id, date desc, created_at desc, id);
create index report_by_entry on report (entry_id);

-- Beside the report, so that lists never read the bytes.
create table report_file (
  report_id uuid primary key references report (id) on delete cascade,
  name text not null,
  type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg')),
  bytes bytea not null check (length(bytes) <= 10485760),
  size int not null generated always as (length(bytes)) stored,
  uploaded_at timestamptz not null
);
-- Images and PDF are compressed already.
alter table report_file alter column bytes set storage external;
