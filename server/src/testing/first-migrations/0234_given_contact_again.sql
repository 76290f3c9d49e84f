-- The desk looks for a part of a mail or a phone that somebody gave once: without these parts
-- it read each visit that was ever over, twice for every name typed (170).
create index ended_by_given_contact on queue_entry
  using gin (lower(contact_email) gin_trgm_ops, contact_phone gin_trgm_ops)
  with (gin_pending_list_limit = 256)
  where status not in ('pending_approval', 'waiting', 'in_progress');
drop index ended_by_given_phone;
