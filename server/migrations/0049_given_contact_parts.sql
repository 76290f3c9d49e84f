-- Patients by a part of the mail or the phone that they gave with a visit or a booking, however many
-- visits there were [KEEP-9]. What is still to be sorted in stays short: no single write pays for many.
create extension if not exists pg_trgm;
create index entry_by_given_contact on queue_entry
  using gin (lower(contact_email) gin_trgm_ops, contact_phone gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index appointment_by_given_contact on appointment
  using gin (lower(contact_email) gin_trgm_ops, contact_phone gin_trgm_ops)
  with (gin_pending_list_limit = 256);
