-- When a doctor works, is away and how a doctor likes to work [DOC-1, DOC-3, DOC-4, ADM-2].

alter table doctor
  -- When an announced absence is over; only while Busy or Offline.
  add column break_until timestamptz,
  -- When the doctor last stopped taking patients: consultations since then count towards a break.
  add column break_began_at timestamptz,
  -- Practises here no longer: takes nobody and is in no list, while the history stays.
  add column deactivated_at timestamptz,
  -- weekday → {hours: [{from, to}], breaks: [{from, to}]}; null: the hospital's operating hours
  add column week jsonb,
  -- The last day of the hospital whose beginning was acted upon.
  add column day_begun date,
  add column qualifications text not null default '',
  add column languages text[] not null default '{}',
  add column about text not null default '';
create index doctor_back_at on doctor (break_until) where break_until is not null;

-- Days on which a doctor is not there, on the hospital's calendar, both ends included.
create table day_off (
  id uuid primary key default gen_random_uuid(),
  doctor_id uuid not null references doctor (id),
  first_day date not null,
  last_day date not null,
  check (first_day <= last_day)
);
create index day_off_by_doctor on day_off (doctor_id, last_day);

-- One row a doctor who has saved settings; the defaults are the rules'.
create table doctor_settings (
  doctor_id uuid primary key references doctor (id),
  -- what a working day begins with; null: as it was left
  default_status text check (default_status in ('Available', 'Busy', 'Offline')),
  -- after so many consultations comes a break; null: never
  break_after int check (break_after between 1 and 50),
  break_minutes int not null check (break_minutes between 5 and 120),
  tell_requests boolean not null,
  tell_check_ins boolean not null,
  tell_by_mail boolean not null
);
