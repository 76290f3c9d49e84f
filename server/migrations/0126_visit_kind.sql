-- What somebody comes for: something new, or to follow up what was begun; null where nobody said. Visits of
-- one kind take longer than those of the other: as how many of the usual length one counts is what its
-- kind was worth with the doctor when it was said.
-- What they may be is_sound says of an entry, which is read once a connection.
alter table queue_entry
  add column visit_kind text,
  add column visit_kind_by text,
  add column counts_as double precision not null default 1;
alter table appointment
  add column visit_kind text check (visit_kind in ('new', 'follow_up')),
  add column visit_kind_by text check (visit_kind_by in ('patient', 'staff', 'record'));
-- Learnt of a doctor's visits by the hourly round.
alter table doctor_queue
  add column new_factor double precision not null default 1 check (new_factor > 0),
  add column follow_up_factor double precision not null default 1 check (follow_up_factor > 0);
