-- A booked time orders the line, is told there, and stands when "I'm here" was pressed by mistake.

-- How long before a booked time patients may say that they are here.
alter table hospital
  add column check_in_minutes int not null default 60 check (check_in_minutes between 0 and 720);

alter table queue_entry
  -- the booking whose check-in made the entry, its time, and the time that orders the line by it
  add column appointment_id uuid references appointment (id) on delete set null,
  add column booked_for timestamptz,
  add column due_at timestamptz,
  add check ((booked_for is null) = (due_at is null));
create index entry_by_appointment on queue_entry (appointment_id) where appointment_id is not null;

-- A stated rule moves people too: then nobody did.
alter table place_change
  alter column moved_by drop not null,
  drop constraint place_change_reason_check,
  add constraint place_change_reason_check check
    (reason in ('urgent', 'returned', 'doctor', 'patient', 'desk', 'held', 'appointment', 'restored')),
  add check (moved_by is not null or reason = 'appointment');
