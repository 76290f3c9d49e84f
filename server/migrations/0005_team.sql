-- How people come to work at a hospital [JOINH-2, ROLE-8].

-- At most one a doctor; accepting or withdrawing deletes it, so a link works once.
create table invitation (
  doctor_id uuid primary key references doctor (id),
  hospital_id uuid not null references hospital (id),
  email text not null check (email = lower(email)),
  token_hash text not null unique,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

create table join_request (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  hospital_id uuid not null references hospital (id),
  name text not null,
  email text not null,
  phone text not null,
  title text not null check (title in (
    'doctor', 'nurse', 'receptionist', 'admin', 'technician', 'other')),
  department text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  check ((status = 'pending') = (decided_at is null))
);
create unique index one_pending_join_request on join_request (user_id) where status = 'pending';
create index join_request_by_hospital on join_request (hospital_id, requested_at);
create index join_request_by_user on join_request (user_id, requested_at desc);
