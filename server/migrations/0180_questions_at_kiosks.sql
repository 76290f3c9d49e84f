-- Lets whoever was just checked in at a kiosk answer the questions before the visit there: one at a time for a
-- kiosk, so that checking in the next one ends it; whoever reads the database cannot answer for anybody.
create table kiosk_right (
  screen_id uuid primary key references screen (id) on delete cascade,
  entry_id uuid not null references queue_entry (id) on delete cascade,
  secret_hash text not null,
  given_at timestamptz not null,
  expires_at timestamptz not null
);
create index kiosk_right_by_entry on kiosk_right (entry_id);

-- Whoever answered there has shown no more than a token or the digits of a phone, and is told apart.
alter table assessment drop constraint assessment_answered_by_check;
alter table assessment add constraint assessment_answered_by_check
  check (answered_by in ('patient', 'relative', 'desk', 'kiosk'));
