-- What nobody reads is not written with each visit.

-- Nobody asks when somebody was let in but for the open visits and those that ended today.
drop index approved_of_hospital;

-- A request has no token yet.
create unique index one_token_of_day on queue_entry (coalesce(token_doctor_id, doctor_id), token_day, token_number,
    (case when sent_from_id is null then '00000000-0000-0000-0000-000000000000'::uuid else id end))
  where token_day is not null;
drop index one_token_per_doctor_and_day;
alter index one_token_of_day rename to one_token_per_doctor_and_day;

-- What was told is found by its entry and kind, and whether it was kept stands in was_kept. Its hospital and line are
-- those of its entry when it was told: the entry's own keys hold them, and neither of the two is ever deleted.
alter table wait_promise drop column id, drop column kept, drop column score,
  drop constraint wait_promise_hospital_id_fkey, drop constraint wait_promise_line_fkey;
