-- locks: appointment, doctor
-- When a doctor can be booked [APPT-1]: sessions on weekdays or on one date, on the hospital's clock. A doctor without
-- sessions has the six half-hours within the working hours.
create table timetable_session (
  doctor_id uuid not null references doctor (id),
  -- The order in which the timetable was saved; it is always saved whole.
  position smallint not null check (position >= 0),
  kind text not null check (kind in ('booked', 'open', 'closed')),
  weekdays text[] not null check (
    weekdays <@ array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  ),
  date date,
  from_time text not null check (from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  to_time text not null check (to_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  valid_from date,
  valid_until date,
  slot_minutes smallint check (slot_minutes between 5 and 120),
  places smallint check (places between 1 and 50),
  buffer_minutes smallint check (buffer_minutes between 0 and 60),
  walk_in_percent smallint check (walk_in_percent between 0 and 100),
  primary key (doctor_id, position),
  check (from_time < to_time),
  check ((date is null) = (cardinality(weekdays) > 0)),
  check (date is null or num_nonnulls(valid_from, valid_until) = 0),
  check (valid_from <= valid_until),
  check (num_nonnulls(slot_minutes, places, buffer_minutes, walk_in_percent)
    = case when kind = 'booked' then 4 else 0 end)
);

-- Several patients may book one time: each has a place of its own, and as many minutes as the slot had. A process of
-- the release before writes the first place and half an hour.
alter table appointment
  add column place smallint not null default 1,
  add column minutes smallint not null default 30;
-- Not valid: what is there has the values above and need not be read under the lock.
alter table appointment
  add constraint appointment_place_check check (place between 1 and 50) not valid,
  add constraint appointment_minutes_check check (minutes between 5 and 120) not valid;
