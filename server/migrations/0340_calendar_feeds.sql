-- locks: hospital, identity."user"
-- Addresses with which calendar applications read appointments [API-32].
create table calendar_feed (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references identity."user" (id) on delete cascade,
  content text not null check (content in ('own', 'doctor', 'hospital')),
  -- null for the appointments of the account's own patients
  hospital_id uuid references hospital (id) on delete cascade,
  secret_hash text not null unique,
  -- the language of the titles: the one in which the address was made
  language text not null,
  made_at timestamptz not null,
  -- written at most once an hour
  last_read_at timestamptz,
  check ((content = 'own') = (hospital_id is null)),
  unique nulls not distinct (account_id, content, hospital_id)
);
create index calendar_feed_by_hospital on calendar_feed (hospital_id);

-- Whether the calendars of a hospital's staff name patients.
alter table hospital add column names_in_calendars boolean not null default false;
