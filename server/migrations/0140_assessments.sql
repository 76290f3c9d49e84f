-- What patients answer before a visit. The questions are a file; each version that was ever asked is kept,
-- so that answers can be read as they were asked.
create table question_bank (
  version text primary key,
  content jsonb not null
);

create table assessment (
  -- that of the appointment where the visit was booked, else that of the entry: it goes where the visit goes
  visit_id uuid primary key,
  entry_id uuid references queue_entry (id) on delete cascade,
  appointment_id uuid references appointment (id) on delete cascade,
  hospital_id uuid not null references hospital (id) on delete cascade,
  bank text not null references question_bank (version),
  -- by question; a contract's `answer` each
  answers jsonb not null,
  state text not null check (state in ('begun', 'ready')),
  answered_by text not null check (answered_by in ('patient', 'relative', 'desk')),
  begun_at timestamptz not null,
  changed_at timestamptz not null,
  constraint assessment_of_one_visit check (
    num_nonnulls(entry_id, appointment_id) = 1 and visit_id = coalesce(appointment_id, entry_id))
);
create index assessment_entry on assessment (entry_id);
create index assessment_appointment on assessment (appointment_id);
create index assessment_changed on assessment (hospital_id, changed_at);

-- A sign that cannot wait, until somebody of the staff has seen it.
create table assessment_alert (
  visit_id uuid primary key references assessment (visit_id) on delete cascade,
  hospital_id uuid not null references hospital (id) on delete cascade,
  -- every one that was ever answered with yes
  signs text[] not null,
  raised_at timestamptz not null,
  due_at timestamptz not null,
  -- when administrators and the doctor are mailed next; null: no more
  escalates_at timestamptz,
  escalations integer not null default 0,
  acknowledged_at timestamptz,
  acknowledged_by uuid
);
create index assessment_alert_escalates on assessment_alert (escalates_at) where escalates_at is not null;
create index assessment_alert_open on assessment_alert (hospital_id, due_at) where acknowledged_at is null;
