-- The range that was last shown for a place in a line, so that phone, ticket, kiosk and messages show the same.
-- Written when a range is shown anew, which the rule of isSameRange keeps rare.
create table wait_shown (
  entry_id uuid primary key references queue_entry (id) on delete cascade,
  shown_at timestamptz not null,
  place int not null,
  line_state text,
  line_at timestamptz,
  wait_range jsonb not null
) with (fillfactor = 70);
