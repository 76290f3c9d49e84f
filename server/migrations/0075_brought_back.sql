-- When the end of an entry was last taken back: its patient is told so once.
alter table queue_entry add column brought_back_at timestamptz;

-- 'restored': somebody stands elsewhere because an end was taken back.
alter table place_change
  drop constraint place_change_reason_check,
  add constraint place_change_reason_check check (
    reason in ('urgent', 'returned', 'doctor', 'patient', 'desk', 'held', 'restored'));
