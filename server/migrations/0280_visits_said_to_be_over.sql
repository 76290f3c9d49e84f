-- What a patient said long after the call of a visit that nobody had ended: seen, or left [PAT-11].
alter table queue_entry
  add column said_over text,
  add column said_over_at timestamptz;
