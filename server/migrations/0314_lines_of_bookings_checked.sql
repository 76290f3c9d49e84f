-- Checks the rows that were there before the foreign keys; reads and writes go on.
alter table timetable_session validate constraint timetable_session_line_fkey;
alter table appointment validate constraint appointment_line_fkey;
