-- Jobs are taken kind by kind, so that those of one that hangs hold up no other: a long queue of one kind must not
-- be read through to find what is due of another.
create index job_due_by_kind on job (kind, run_at, id) where finished_at is null and failed_at is null;
drop index job_due;
