-- locks: timetable_session
-- The most patients who come without a time in an open session [APPT-1, QST-1]; null without a limit.
alter table timetable_session
  add column open_places smallint check (open_places between 1 and 1000),
  add check (kind = 'open' or open_places is null);
