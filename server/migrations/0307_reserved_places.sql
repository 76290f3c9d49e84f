-- locks: appointment, timetable_session
-- The first places of a session that only the desk can give [APPT-1, QST-1]; null for none.
alter table timetable_session
  add column reserved_places smallint check (reserved_places between 1 and 50),
  add check (reserved_places is null or kind = 'booked' or (open_places is not null and reserved_places <= open_places));
-- Whether the desk gave the booking a reserved place, so that each reserved place is counted once. A process of the
-- release before reserves nothing.
alter table appointment add column is_reserved boolean not null default false;
