-- Each row of the trail is written into every index of it. These are as few as its readers need.

-- A row is found by its hospital and number.
create unique index audit_of_hospital on audit (hospital_id, id);
alter table audit drop constraint audit_pkey,
  add constraint audit_pkey primary key using index audit_of_hospital;
drop index audit_by_hospital;

-- Nearly all rows are about one patient.
create index audit_by_first_patient on audit ((patient_ids[1])) where patient_ids[1] is not null;
create index audit_by_patients on audit using gin (patient_ids)
  with (gin_pending_list_limit = 256) where cardinality(patient_ids) > 1;
drop index audit_by_patient;

-- A row is sealed once; it is found by its transaction and number, as it is sealed in that order.
create unique index audit_seal_once on audit_seal (transaction_id, audit_id);
drop index audit_seal_by_transaction;
alter table audit_seal drop constraint audit_seal_audit_id_key;
