-- Indexes that only processes of the release before use.
drop index concurrently if exists patient_by_letters_before;
drop index concurrently if exists patient_by_bones_before;
drop index concurrently if exists job_due;
drop index concurrently if exists ended_by_given_phone;
