-- Whether a language model sums answers before visits up: off until an administrator of the hospital turns it on.
alter table hospital add column sums_up_answers boolean not null default false;

-- The patient is asked, too, and may take it back.
alter table consent drop constraint consent_purpose_check;
alter table consent add constraint consent_purpose_check
  check (purpose in ('profile', 'messages', 'summaries'));

-- When a process looks whether the answers are to be summed up; null: not before they change.
alter table assessment add column summary_due_at timestamptz;
create index assessment_summary_due on assessment (summary_due_at) where summary_due_at is not null;

-- One version of a visit's answers, given to a model once and never again.
create table assessment_summary (
  visit_id uuid not null references assessment (visit_id) on delete cascade,
  -- of the visit, the questions and the answers
  answers_hash text not null,
  hospital_id uuid not null references hospital (id) on delete cascade,
  model text not null,
  asked_at timestamptz not null,
  verdict text not null check (verdict in ('asked', 'shown', 'refused', 'unanswered')),
  -- why it is not shown
  reason text,
  latency_ms integer,
  -- a contract's `summarySentence` each; only while it is shown
  sentences jsonb,
  primary key (visit_id, answers_hash),
  constraint summary_is_shown check (sentences is null or verdict = 'shown')
);
create index assessment_summary_by_hospital on assessment_summary (hospital_id, asked_at);
