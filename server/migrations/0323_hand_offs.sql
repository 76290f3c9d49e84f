-- locks: hospital, queue_entry, line
-- Hand-off notes [LINE-3]: what one step of a visit asks of a later one. A note is never edited, only struck out.
create table hand_off (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id),
  -- The step at which it was written.
  entry_id uuid not null references queue_entry (id) on delete cascade,
  from_line_id uuid not null references line (id),
  line_id uuid not null references line (id),
  -- The kind of the line when the note was written; a doctor's own line counts as any_doctor.
  kind text not null check (
    kind in ('registration', 'vitals', 'laboratory', 'imaging', 'pharmacy', 'billing', 'any_doctor', 'other')
  ),
  written_at timestamptz not null,
  written_by uuid not null,
  struck_at timestamptz,
  struck_by uuid,
  check (num_nonnulls(struck_at, struck_by) in (0, 2))
);
create index hand_off_of_entry on hand_off (entry_id, written_at);
create index hand_off_of_kind on hand_off (hospital_id, kind, written_at);
create index hand_off_of_author on hand_off (written_by, written_at);

create table hand_off_line (
  id uuid primary key default gen_random_uuid(),
  hand_off_id uuid not null references hand_off (id) on delete cascade,
  number int not null,
  asks text not null,
  detail text not null,
  is_urgent boolean not null,
  taken_at timestamptz,
  taken_by uuid,
  check (num_nonnulls(taken_at, taken_by) in (0, 2))
);
create index hand_off_line_of_note on hand_off_line (hand_off_id, number);
