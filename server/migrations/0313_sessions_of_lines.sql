-- locks: appointment, doctor, line, timetable_session
-- A timetable and a booking are of a line [APPT-1, LINE-7]: a doctor's, which has the doctor's id, or a shared one. A
-- process of the release before joins the doctor, so it does not see bookings of shared lines.
alter table timetable_session
  drop constraint timetable_session_doctor_id_fkey,
  add constraint timetable_session_line_fkey foreign key (doctor_id) references line (id) not valid;
-- Not valid: each doctor has a line, and the rows are checked by the next file, which does not block writes.
alter table appointment
  drop constraint appointment_doctor_id_fkey,
  add constraint appointment_line_fkey foreign key (doctor_id) references line (id) not valid;
