-- locks: hospital, queue_entry
-- Vital signs [CONS-2]: what a hospital records, and what staff measured. A measurement is never edited.
create table vital_settings (
  hospital_id uuid primary key references hospital (id) on delete cascade,
  asked text[] not null check (
    asked <@ array['bloodPressure', 'pulse', 'temperature', 'oxygen', 'respiration', 'weight', 'height', 'glucose', 'pain']
  ),
  temperature_unit text not null check (temperature_unit in ('celsius', 'fahrenheit')),
  glucose_unit text not null check (glucose_unit in ('mg_dl', 'mmol_l'))
);

create table vital_signs (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id),
  entry_id uuid not null references queue_entry (id) on delete cascade,
  measured_at timestamptz not null,
  measured_by uuid not null,
  -- mmHg, mmHg, a minute, °C, %, a minute, kg, cm, mg/dL, 0 to 10; null: not measured
  systolic double precision,
  diastolic double precision,
  pulse double precision,
  temperature double precision,
  oxygen double precision,
  respiration double precision,
  weight double precision,
  height double precision,
  glucose double precision,
  pain double precision,
  struck_at timestamptz,
  struck_by uuid,
  struck_reason text,
  check (num_nonnulls(systolic, diastolic, pulse, temperature, oxygen, respiration, weight, height, glucose, pain) > 0),
  check (num_nonnulls(struck_at, struck_by, struck_reason) in (0, 3))
);
create index vital_signs_of_entry on vital_signs (entry_id, measured_at);
