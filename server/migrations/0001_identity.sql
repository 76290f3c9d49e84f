-- Accounts and sessions, written by the identity library and read by our own statements.

create schema identity;

create table identity."user" (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A row is a sign-in that still counts; signing out deletes it.
create table identity.session (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references identity."user" (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index session_by_user on identity.session (user_id);
create index session_by_expiry on identity.session (expires_at);

-- A way to sign in: a password ('credential') or an account at another provider.
create table identity.account (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references identity."user" (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index account_by_user on identity.account (user_id);

create table identity.verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification_by_identifier on identity.verification (identifier);

-- The keys that identity tokens are signed with; private halves are encrypted with SECRET.
create table identity.jwks (
  id uuid primary key default gen_random_uuid(),
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

-- Tries in the current window, by a hash of what is counted (an account, an address, a pair).
create table identity.attempt (
  key text primary key,
  tries int not null,
  window_ends_at timestamptz not null
);
create index attempt_by_window on identity.attempt (window_ends_at);
