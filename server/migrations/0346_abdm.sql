-- locks: hospital, line, patient, queue_entry
-- ABDM Scan & Register: patients share their profile by the QR code of a counter [API-37, API-38].
create table abdm_facility (
  hospital_id uuid primary key references hospital (id) on delete cascade,
  -- the facility's id in the Health Facility Registry
  hip_id text not null unique,
  last_callback_at timestamptz
);

-- A QR code at a counter, and the line into which it puts patients.
create table abdm_counter (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id) on delete cascade,
  -- the code of the installation, then eight random characters
  code text not null unique,
  line_id uuid not null references line (id) on delete cascade,
  made_at timestamptz not null
);
create index abdm_counter_by_hospital on abdm_counter (hospital_id, made_at);
create index abdm_counter_by_line on abdm_counter (line_id);

-- The ABHA addresses by which a hospital knows a patient.
create table abdm_address (
  hospital_id uuid not null references hospital (id) on delete cascade,
  address text not null,
  patient_id uuid not null references patient (id) on delete cascade,
  primary key (hospital_id, address)
);
create index abdm_address_by_patient on abdm_address (patient_id);

-- What arrived from ABDM, with the answer that ABDM must get. Kept for two days.
create table abdm_share (
  id uuid primary key default gen_random_uuid(),
  -- ABDM repeats a call with the same REQUEST-ID
  request_id text not null unique,
  -- null if no hospital here has the facility id
  hospital_id uuid references hospital (id) on delete cascade,
  counter_code text not null,
  received_at timestamptz not null,
  -- null if no place was made
  entry_id uuid references queue_entry (id) on delete cascade,
  abha_address text,
  -- whether the patient had the place already
  is_again boolean not null default false,
  -- a known patient who may be the same person
  like_id uuid references patient (id) on delete set null,
  -- why no place was made
  refusal text,
  dismissed_at timestamptz,
  answer_state text not null default 'waiting' check (answer_state in ('waiting', 'sent', 'failed')),
  tries int not null default 0,
  next_at timestamptz not null,
  -- by the database's clock: the lease of a killed process ends
  leased_until timestamptz,
  check ((entry_id is null) = (abha_address is null)),
  check ((entry_id is null) = (refusal is not null))
);
create index abdm_share_by_hospital on abdm_share (hospital_id, received_at);
create index abdm_share_due on abdm_share (next_at) where answer_state = 'waiting';
create index abdm_share_of_entry on abdm_share (entry_id);
create index abdm_share_like on abdm_share (like_id);
