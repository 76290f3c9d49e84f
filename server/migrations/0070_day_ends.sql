-- When the hospital's day ends, on its own clock (HH:MM), and since when that holds; without one, only
-- what was forgotten for long is closed.
alter table hospital
  add column day_ends_at text check (day_ends_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column day_ends_since timestamptz;

-- The end of a day that was carried out for this doctor last: once, whichever process comes first.
alter table doctor add column day_ended_at timestamptz;

-- Why a request or a place was closed before its turn, and a word to its patient.
alter table queue_entry
  add column close_reason text check (close_reason in ('day_ended', 'doctor_left')),
  add column close_word text;
