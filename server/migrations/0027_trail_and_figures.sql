-- What an administrator reads: figures of any period, and the audit trail with its seals.

-- The figures of a year are read from this index alone.
create index joined_by_hospital on queue_entry (hospital_id, joined_at)
  include (id, doctor_id, urgency, status, approved_at, started_at, ended_at, checked_in_at);
create index arrived_by_hospital on queue_entry (hospital_id, started_at)
  where checked_in_at is not null;

-- The writing transaction, so that rows can be sealed in an order that nothing gets behind.
alter table audit add column transaction_id xid8 not null default pg_current_xact_id();
create index audit_by_transaction on audit (transaction_id, id);
create index audit_by_person on audit (hospital_id, user_id, id);

-- One a row of the trail: the hash of what the row holds and of the hospital's seal before. Made a
-- moment after the row, so that no writer waits for another.
create table audit_seal (
  hospital_id uuid not null,
  -- 1, 2, 3 … within the hospital
  number bigint not null,
  audit_id bigint not null unique,
  transaction_id xid8 not null,
  hash bytea not null,
  primary key (hospital_id, number)
);
create index audit_seal_by_transaction on audit_seal (transaction_id, audit_id);

create trigger audit_seal_is_append_only before update or delete or truncate on audit_seal
  for each statement execute function refuse_audit_change();

-- Told to the patient when the hospital cancels.
alter table appointment add column cancel_reason text;
