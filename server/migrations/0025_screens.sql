-- What tells of a queue without an account: tickets, the waiting room's screens, the code at the door.

-- The page that a printed ticket's code opens; whoever reads the database cannot open one.
create table ticket (
  secret_hash text primary key,
  entry_id uuid not null references queue_entry (id) on delete cascade,
  made_at timestamptz not null,
  -- the end of the day after the visit, on the hospital's clock
  expires_at timestamptz not null
);
create index ticket_by_entry on ticket (entry_id);
create index ticket_by_expiry on ticket (expires_at);

-- A television or a kiosk, let in by its link until the link is revoked.
create table screen (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id),
  kind text not null check (kind in ('display', 'kiosk')),
  name text not null,
  secret_hash text not null unique,
  made_at timestamptz not null,
  made_by uuid not null,
  revoked_at timestamptz,
  last_seen_at timestamptz,
  -- how often a kiosk was asked since an instant: strangers must not try out tokens and numbers
  asked int not null default 0,
  asked_since timestamptz
);
create index screen_by_hospital on screen (hospital_id) where revoked_at is null;

-- What hangs at the door for everyone to scan: kept as it is, so that it can be printed again.
create table door_code (
  hospital_id uuid primary key references hospital (id),
  code text not null,
  made_at timestamptz not null
);
