-- Hospitals, their people, the queue, and the log that live events and audits are read from.
-- Identity's own tables (0001) live in the schema identity; an account is a row of identity."user".

create table hospital (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  type text not null,
  address text not null,
  city text not null,
  state text not null,
  zip_code text not null,
  phone text not null,
  email text not null,
  website text,
  departments text[] not null default '{}',
  -- weekday → {open, close, closed}, in the hospital's own time zone
  operating_hours jsonb not null,
  time_zone text not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz
);
create index hospital_by_name on hospital (lower(name), id);

create table doctor (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id),
  name text not null,
  email text not null,
  phone text not null,
  specialty text not null,
  department text not null,
  status text not null default 'Available' check (status in ('Available', 'Busy', 'Offline')),
  experience_years int,
  image text,
  created_at timestamptz not null default now()
);
create unique index doctor_email_per_hospital on doctor (hospital_id, lower(email));

-- Who works where: the role of an account that has a row here, else it is a patient [ROLE-6].
create table staff_member (
  user_id uuid primary key,
  hospital_id uuid not null references hospital (id),
  role text not null check (role in ('doctor', 'receptionist', 'hospital_admin')),
  doctor_id uuid unique references doctor (id),
  title text,
  created_at timestamptz not null default now(),
  check ((role = 'doctor') = (doctor_id is not null))
);
create index staff_member_by_hospital on staff_member (hospital_id);

-- A person who is seen: not an account. An account's own person has the account's id.
create table patient (
  id uuid primary key default gen_random_uuid(),
  account_id uuid,
  name text not null,
  email text,
  phone text,
  created_at timestamptz not null default now()
);
create index patient_by_account on patient (account_id);

-- One row a doctor: the version that rises with each change of the queue, and the learnt pace.
create table doctor_queue (
  doctor_id uuid primary key references doctor (id),
  version bigint not null default 0,
  -- decayed sum of consultation minutes, and of their number
  pace_minutes double precision not null default 0,
  pace_visits double precision not null default 0,
  pace_at timestamptz,
  completed_total bigint not null default 0
);

create table queue_entry (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id),
  doctor_id uuid not null references doctor (id),
  patient_id uuid not null references patient (id),
  status text not null check (status in (
    'pending_approval', 'waiting', 'in_progress', 'completed', 'cancelled', 'no_show', 'rejected')),
  -- the place is the rank of this key among the doctor's waiting entries, never stored
  order_key double precision,
  symptoms text,
  urgency text not null check (urgency in ('low', 'medium', 'high')),
  rejection_reason text,
  notes text,
  cancelled_by text check (cancelled_by in ('patient', 'staff')),
  joined_at timestamptz not null,
  approved_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  check ((status = 'waiting') <= (order_key is not null)),
  check ((status = 'rejected') = (rejection_reason is not null)),
  check ((status = 'cancelled') = (cancelled_by is not null))
);
-- INV-2 and INV-3 hold whatever the code does.
create unique index one_open_entry_per_patient on queue_entry (patient_id)
  where status in ('pending_approval', 'waiting', 'in_progress');
create unique index one_consultation_per_doctor on queue_entry (doctor_id)
  where status = 'in_progress';
create index waiting_line on queue_entry (doctor_id, order_key, id) where status = 'waiting';
create index pending_by_hospital on queue_entry (hospital_id, joined_at, id)
  where status = 'pending_approval';
create index open_by_hospital on queue_entry (hospital_id)
  where status in ('pending_approval', 'waiting', 'in_progress');
create index entry_by_patient on queue_entry (patient_id, joined_at desc);
create index ended_by_doctor on queue_entry (doctor_id, ended_at);
create index ended_by_hospital on queue_entry (hospital_id, ended_at);
create index approved_by_hospital on queue_entry (hospital_id, approved_at);
create index started_by_doctor on queue_entry (doctor_id, started_at);

-- The log. Read in the order (transaction, id), and only below the oldest running transaction, so
-- that nothing becomes visible behind a reader.
create table event (
  transaction_id xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  at timestamptz not null,
  type text not null,
  hospital_id uuid not null,
  doctor_id uuid not null,
  entry_id uuid,
  account_id uuid,
  body jsonb not null,
  primary key (transaction_id, id)
);
create index event_by_hospital on event (hospital_id, transaction_id, id);
create index event_by_account on event (account_id, transaction_id, id);
create index event_by_time on event (at);

-- Where the log now begins: a reader whose cursor lies before it is told to start again.
create table event_horizon (
  only_row boolean primary key default true check (only_row),
  transaction_id xid8 not null,
  id bigint not null
);
insert into event_horizon (transaction_id, id) values ('0', 0);

create table idempotency_key (
  user_id uuid not null,
  key text not null,
  request_hash text not null,
  claimed_at timestamptz not null,
  -- null while the request runs
  answer json,
  primary key (user_id, key)
);
create index idempotency_key_by_time on idempotency_key (claimed_at);

-- Every read and write of patient data by staff, refused tries too. Nobody changes or deletes rows.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id uuid not null,
  role text not null,
  hospital_id uuid not null,
  action text not null,
  -- whose data: one for an entry, several for a list
  patient_ids uuid[] not null,
  entry_id uuid,
  address text not null,
  outcome text not null
);
create index audit_by_hospital on audit (hospital_id, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit rows cannot be changed or deleted';
end $$;
create trigger audit_is_append_only before update or delete or truncate on audit
  for each statement execute function refuse_audit_change();

-- Work that must survive a crash and be retried: mails today.
create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  run_at timestamptz not null,
  attempts int not null default 0,
  last_error text,
  finished_at timestamptz,
  failed_at timestamptz
);
create index job_due on job (run_at, id) where finished_at is null and failed_at is null;
