-- Who was told what, by which browsers, and how long somebody's way to the hospital is.

-- One row a message that was queued: its key is why nothing is told twice.
create table notice (
  -- a queue entry or an appointment
  about uuid not null,
  kind text not null,
  -- tells one of several apart, such as a second call; else empty
  occasion text not null default '',
  account_id uuid not null,
  told_at timestamptz not null,
  primary key (about, kind, occasion)
);
create index notice_by_account on notice (account_id);
create index notice_by_time on notice (told_at);
-- Who waits while this is installed has long been let in.
insert into notice (about, kind, account_id, told_at)
  select e.id, 'approved', p.account_id, now()
  from queue_entry e join patient p on p.id = e.patient_id
  where e.status = 'waiting' and p.account_id is not null;

-- A browser that takes web push for the account signed in there; it ends with that session.
create table push_device (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  session_id uuid not null references identity.session (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  added_at timestamptz not null
);
create index push_device_by_account on push_device (account_id);
create index push_device_by_session on push_device (session_id);

-- The key pair that push services know this installation by; the private half is sealed with SECRET.
create table push_key (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  sealed_private_key text not null,
  made_at timestamptz not null
);

-- Somebody may choose how to be told before ever saving a profile.
alter table account_preferences
  alter column language drop not null,
  alter column theme drop not null,
  add column travel_minutes int not null default 20 check (travel_minutes between 0 and 240);
