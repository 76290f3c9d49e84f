-- A visit is written four times, and each time every index of its table anew. These hold a row from when
-- there is something to find by them.
create index ended_of_doctor on queue_entry (doctor_id, ended_at) where ended_at is not null;
drop index ended_by_doctor;
create index ended_of_hospital on queue_entry (hospital_id, ended_at) where ended_at is not null;
drop index ended_by_hospital;
create index approved_of_hospital on queue_entry (hospital_id, approved_at)
  where approved_at is not null;
drop index approved_by_hospital;
-- With the approval, for the wait of those who were called.
create index started_of_doctor on queue_entry (doctor_id, started_at) include (approved_at)
  where started_at is not null;
drop index started_by_doctor;

-- What was given with a visit, once it is over; of those that are open there are few.
create index ended_by_given_contact on queue_entry
  using gin (lower(contact_email) gin_trgm_ops, contact_phone gin_trgm_ops)
  with (gin_pending_list_limit = 256)
  where status not in ('pending_approval', 'waiting', 'in_progress');
drop index entry_by_given_contact;
