-- Invitations of receptionists and administrators, by mail or by a link to hand on [ROLE-6].
create table staff_invitation (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id),
  role text not null check (role in ('receptionist', 'hospital_admin')),
  -- Null: by a link, which whoever has it may use.
  email text check (email = lower(email)),
  token_hash text not null unique,
  invited_by uuid not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  check ((accepted_at is null) = (accepted_by is null))
);
-- A second invitation of an address replaces the first.
create unique index one_open_staff_invitation on staff_invitation (hospital_id, email)
  where email is not null and accepted_at is null;
create index staff_invitation_by_hospital on staff_invitation (hospital_id, sent_at desc, id desc);
create index staff_invitation_by_email on staff_invitation (email) where email is not null;
