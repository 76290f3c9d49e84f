-- Keys kept by people's devices, to sign in without a password.
create table identity.passkey (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references identity."user" (id) on delete cascade,
  name text,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now()
);
create index passkey_by_user on identity.passkey (user_id);
