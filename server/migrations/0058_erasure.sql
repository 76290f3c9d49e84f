-- How long a hospital keeps reports of patients who asked for erasure: in India three years at least
-- (Indian Medical Council Regulations 2002, 1.3.1).
alter table hospital
  add column records_kept_years int not null default 3 check (records_kept_years between 1 and 30),
  -- whether reports of everybody else go after that time, too
  add column removes_old_reports boolean not null default false;

-- Requests of before were to be decided by hand: their owners, too, get the days to take them back.
alter table erasure_request add column due_at timestamptz;
update erasure_request set due_at = now() + interval '7 days';
create index erasure_request_by_due on erasure_request (due_at);

-- Since when nobody's account stands behind the row; the name stays as long as a report does.
alter table patient add column erased_at timestamptz;
create index patient_erased on patient (erased_at) where erased_at is not null;

-- What was done: ids and numbers, no name and no contact.
create table erasure_certificate (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null unique,
  requested_at timestamptz not null,
  carried_out_at timestamptz not null,
  removed jsonb not null,
  kept jsonb not null
);
create trigger erasure_certificate_is_append_only before update or delete or truncate
  on erasure_certificate for each statement execute function refuse_audit_change();
