-- Who gave a booking up; until now nobody but the patient could.
alter table appointment
  add column cancelled_by text check (cancelled_by in ('patient', 'staff')),
  add check (cancelled_by is null or status = 'cancelled'),
  add check (cancel_reason is null or cancelled_by = 'staff');
update appointment set cancelled_by = 'patient' where status = 'cancelled';
