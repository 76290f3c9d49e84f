-- Each write of a visit writes its indexes anew. These are not needed, or not all of them.

-- Figures are read from days that were counted: of the visits themselves a few days at most.
create index joined_of_hospital on queue_entry (hospital_id, joined_at);
drop index joined_by_hospital;
-- A patient's visits are few, whichever hospital they were at: entry_by_patient finds them.
drop index entry_by_patient_and_hospital;

-- Nobody asks for these any more.
drop index promise_kept_by_doctor;
drop index promise_score_by_hospital;
-- Figures count what was told once it is known what came of it.
create index promise_known_of_hospital on wait_promise (hospital_id, made_at)
  where was_kept is not null and state is not null;
drop index promise_by_hospital;
-- What is told of an entry is found by the entry and its kind alone.
alter table wait_promise drop constraint wait_promise_pkey,
  add constraint one_promise_of_a_kind primary key using index one_promise_of_a_kind;
