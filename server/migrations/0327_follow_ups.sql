-- locks: hospital, queue_entry
-- Follow-ups [CONS-2]: when a doctor wants to see the patient of a visit again. The patient is the entry's.
create table follow_up (
  entry_id uuid primary key references queue_entry (id) on delete cascade,
  hospital_id uuid not null references hospital (id),
  -- A date on the hospital's calendar.
  due_on date not null,
  reason text not null check (char_length(reason) <= 200),
  changed_at timestamptz not null,
  changed_by uuid not null,
  -- Rises with each change, also when the follow-up is taken back.
  version int not null,
  is_taken_back boolean not null
);
