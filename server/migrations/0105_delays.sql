-- What patients say of themselves: late, or later than the next ones; how often in this visit [WAIT-1].
alter table queue_entry
  add column delays int not null default 0,
  -- the latest: when it was said, and by how many minutes late; null minutes: others were let go first
  add column delayed_at timestamptz,
  add column delayed_minutes int;

-- Whoever holds a ticket may say so, and nobody knows who that is.
alter table place_change alter column moved_by drop not null;
