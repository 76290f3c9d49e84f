-- locks: timetable_session
-- Minutes of a first visit and of a follow-up in a booked session [APPT-1]; null where they take the slot's minutes.
alter table timetable_session
  add column new_minutes smallint check (new_minutes between 5 and 120),
  add column follow_up_minutes smallint check (follow_up_minutes between 5 and 120),
  add check (kind = 'booked' or num_nonnulls(new_minutes, follow_up_minutes) = 0);
