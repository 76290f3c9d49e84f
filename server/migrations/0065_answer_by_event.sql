-- An answer that says what its event says is kept as that event, and not a second time [INV-7].
alter table idempotency_key
  add column event_transaction xid8,
  add column event_id bigint,
  add column told_to text check (told_to in ('staff', 'patient')),
  add check (num_nulls(event_transaction, event_id, told_to) in (0, 3));
