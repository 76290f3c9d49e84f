-- Which roles read every report of the hospital; without it doctors read those of whom they treat.
alter table hospital
  add column doctors_read_reports boolean not null default false,
  add column receptionists_read_reports boolean not null default false,
  add column admins_read_reports boolean not null default true;

-- Reports of one patient, opened with a reason by one who does not treat them.
create table emergency_access (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id),
  patient_id uuid not null references patient (id) on delete cascade,
  user_id uuid not null,
  role text not null check (role in ('doctor', 'receptionist', 'hospital_admin')),
  kind text not null check (kind in ('life_at_risk', 'cannot_ask', 'cover', 'other')),
  reason text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  -- by an administrator of the hospital
  looked_at timestamptz,
  looked_by uuid,
  check ((looked_at is null) = (looked_by is null))
);
create index emergency_access_by_hospital on emergency_access (hospital_id, opened_at desc, id desc);
create index emergency_access_unseen on emergency_access (hospital_id) where looked_at is null;
create index emergency_access_by_patient on emergency_access (patient_id, opened_at desc);
create index emergency_access_by_user on emergency_access (user_id, ends_at);

-- What an account said to a hospital, the last word counting; nothing is changed in place.
create table consent (
  id bigint generated always as identity primary key,
  account_id uuid not null references identity."user" (id) on delete cascade,
  hospital_id uuid not null references hospital (id),
  purpose text not null check (purpose in ('profile', 'messages')),
  given boolean not null,
  at timestamptz not null
);
create index consent_by_account on consent (account_id, hospital_id, purpose, id desc);
