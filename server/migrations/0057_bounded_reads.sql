-- What keeps every read of a long list short, however much there is [KEEP-9].

-- Whose data a row of the trail is about: the export of one's own data, and the trail of one patient.
-- A short list of what is still to be sorted in: no single write of the trail pays for many.
create index audit_by_patient on audit using gin (patient_ids)
  with (gin_pending_list_limit = 256);

-- A page of doctors by name.
create index doctor_by_name on doctor (hospital_id, lower(name), id);

-- Patients by a part of the name, the mail or the phone, among any number of them.
create extension if not exists pg_trgm;
create index patient_by_name_part on patient using gin (lower(name) gin_trgm_ops);
create index patient_by_email_part on patient using gin (lower(email) gin_trgm_ops);
create index patient_by_phone_part on patient using gin (phone gin_trgm_ops);
-- By its first one or two letters: too few for those above.
create index patient_by_name_start on patient (lower(name) text_pattern_ops, id);

-- Where somebody was seen last at a hospital.
create index entry_by_patient_and_hospital on queue_entry (patient_id, hospital_id, joined_at desc);
create index appointment_by_patient_and_hospital on appointment (patient_id, hospital_id);

-- The oldest requests to join, and the newest invitations.
create index join_request_pending on join_request (hospital_id, requested_at, id)
  where status = 'pending';
create index invitation_by_hospital on invitation (hospital_id, sent_at desc, doctor_id desc);
