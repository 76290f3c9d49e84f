-- More ways in: by phone, through Google, with a second factor; and the way back in.

-- A number is here only once its owner has proved it; that is what it signs in with.
alter table identity."user"
  add column phone_number text unique,
  add column phone_number_verified boolean not null default false,
  add column two_factor_enabled boolean not null default false,
  add constraint phone_counts_once_verified check (phone_number is null or phone_number_verified);

-- The authenticator app's secret and the recovery codes, encrypted with SECRET.
create table identity.two_factor (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references identity."user" (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  -- false until a first code was right
  verified boolean not null default false,
  failed_verification_count int not null default 0,
  locked_until timestamptz
);

-- A link of a mail that sets a new password: the hash of what it carries.
create table identity.password_reset (
  token_hash text primary key,
  user_id uuid not null references identity."user" (id) on delete cascade,
  expires_at timestamptz not null
);
create index password_reset_by_user on identity.password_reset (user_id);
create index password_reset_by_expiry on identity.password_reset (expires_at);

-- A code sent to a phone, known only to whoever asked for it: everything by its hash.
create table identity.phone_code (
  confirmation_hash text primary key,
  phone_hash text not null,
  code_hash text not null,
  tries int not null default 0,
  expires_at timestamptz not null
);
create index phone_code_by_expiry on identity.phone_code (expires_at);

-- Answered challenges of the bot check: each counts once.
create table identity.spent_challenge (
  challenge_hash text primary key,
  expires_at timestamptz not null
);
create index spent_challenge_by_expiry on identity.spent_challenge (expires_at);

-- Staff calls of this hospital are refused to people without a second factor.
alter table hospital add column require_two_factor boolean not null default false;
