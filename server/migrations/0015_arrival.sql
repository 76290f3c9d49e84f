-- Who has arrived, and the token by which each is called on the screens of the waiting room.

alter table queue_entry
  add column checked_in_at timestamptz,
  -- the desk's button, the patient's own word, the code at the door, the kiosk
  add column checked_in_by text check (checked_in_by in ('staff', 'patient', 'door', 'kiosk')),
  -- such as C-017; made when the entry is approved, on this day of the hospital
  add column token text,
  add column token_day date,
  add column token_number int check (token_number > 0),
  add check ((checked_in_at is null) = (checked_in_by is null)),
  add check (num_nulls(token, token_day, token_number) in (0, 3));
-- A number is called once a day, whatever the code does.
create unique index one_token_per_doctor_and_day
  on queue_entry (doctor_id, token_day, token_number);

-- The letters before a doctor's numbers: nobody else's in the hospital, so a token names one patient.
create table token_letters (
  doctor_id uuid primary key references doctor (id),
  hospital_id uuid not null references hospital (id),
  letters text not null check (letters ~ '^[A-Z]{1,3}$'),
  unique (hospital_id, letters)
);
