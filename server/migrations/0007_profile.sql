-- What a person tells of themselves, and how an account likes to be reached [PROF-1].

alter table patient
  add column date_of_birth date,
  add column gender text,
  add column address jsonb not null default '{}',
  add column emergency_contacts jsonb not null default '[]',
  add column insurance jsonb not null default '{}';

create table account_preferences (
  account_id uuid primary key,
  language text not null check (language in ('en', 'hi')),
  theme text not null check (theme in ('light', 'dark', 'system')),
  notify_email boolean not null,
  notify_sms boolean not null,
  notify_push boolean not null
);

create table erasure_request (
  account_id uuid primary key,
  requested_at timestamptz not null
);
