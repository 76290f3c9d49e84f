-- Booked visits. The day and the time are the hospital's own; starts_at is the instant they mean.

create table appointment (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id),
  doctor_id uuid not null references doctor (id),
  patient_id uuid not null references patient (id),
  date date not null,
  time text not null check (time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  starts_at timestamptz not null,
  status text not null check (status in ('booked', 'checked_in', 'cancelled')),
  -- rises with each move; what was planned for an earlier time is then dropped
  moves int not null default 0,
  -- the place in the queue that the check-in made
  entry_id uuid references queue_entry (id) on delete set null,
  booked_at timestamptz not null,
  cancelled_at timestamptz,
  checked_in_at timestamptz,
  check ((status = 'cancelled') = (cancelled_at is not null)),
  check ((status = 'checked_in') = (checked_in_at is not null))
);
-- One patient a time, and one time a patient, doctor and day, whatever the code does [APPT-1].
create unique index one_booking_per_slot on appointment (doctor_id, date, time)
  where status <> 'cancelled';
create unique index one_booking_per_patient_and_day on appointment (patient_id, doctor_id, date)
  where status <> 'cancelled';
create index appointment_by_patient on appointment (patient_id, starts_at desc);
create index appointment_by_hospital on appointment (hospital_id, date);

-- A mail may carry a file; the outbox shows its text.
alter table outbox_message add column attachment jsonb;
