create index concurrently patient_by_letters on patient using gin (name_letters gin_trgm_ops);

create index concurrently patient_by_bones on patient using gin (name_bones gin_trgm_ops);

-- What is booked at a hospital, by time: bookings outside the hours are looked for a page at a time, and each page read
-- and sorted all that is booked for the weeks to come.
create index concurrently booked_of_hospital on appointment (hospital_id, starts_at, id) where status = 'booked';

-- Jobs are taken kind by kind, so that those of one that hangs hold up no other: a long queue of one kind must not
-- be read through to find what is due of another.
create index concurrently job_due_by_kind on job (kind, run_at, id) where finished_at is null and failed_at is null;

-- The desk looks for a part of a mail or a phone that somebody gave once: without these parts
-- it read each visit that was ever over, twice for every name typed (170). An earlier 0217 dropped the index.
create index concurrently ended_by_given_contact on queue_entry
  using gin (lower(contact_email) gin_trgm_ops, contact_phone gin_trgm_ops)
  with (gin_pending_list_limit = 256)
  where status not in ('pending_approval', 'waiting', 'in_progress');
