-- Patients are found by the number that they gave with a visit, of which its last eight digits have to be the same
-- [DESK-7]: those are what is kept of it here. Mails were in this index, too, and nobody looks for them; its parts of
-- three letters cost each visit more than any other index does.
create index ended_by_given_phone on queue_entry (right(contact_phone, 8))
  where contact_phone is not null and status not in ('pending_approval', 'waiting', 'in_progress');
drop index ended_by_given_contact;
