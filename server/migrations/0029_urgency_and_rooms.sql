-- How urgent staff judge an entry to be: the patient's own word is kept beside it.
alter table queue_entry
  add column stated_urgency text check (stated_urgency in ('low', 'medium', 'high')),
  -- for staff
  add column urgency_reason text,
  add column urgency_changed_at timestamptz,
  add check (num_nulls(stated_urgency, urgency_reason, urgency_changed_at) in (0, 3));

-- The doctors of one waiting room; a display without any shows them all.
create table screen_doctor (
  screen_id uuid not null references screen (id) on delete cascade,
  doctor_id uuid not null references doctor (id),
  primary key (screen_id, doctor_id)
);
create index screen_doctor_by_doctor on screen_doctor (doctor_id);
