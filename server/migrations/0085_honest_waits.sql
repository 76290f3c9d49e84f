-- A line's state is found from what is recorded; these are what was missing [INV-16].
alter table doctor_queue
  -- the latest call, answered or not, and when somebody last left the doctor's room
  add column last_call_at timestamptz,
  add column last_end_at timestamptz,
  -- sum of the squares of the lengths of consultations, decayed like pace_minutes
  add column pace_squares double precision not null default 0,
  -- minutes from the planned opening to the first call of the latest days, the newest last
  add column late_starts double precision[] not null default '{}',
  -- of the promises counted, how many were called within the range
  add column promises_inside int not null default 0;

update doctor_queue set
  -- as if lengths had varied as they usually do
  pace_squares = case when pace_visits > 0 then 1.65 * pace_minutes ^ 2 / pace_visits else 0 end,
  last_call_at = (select max(started_at) from queue_entry e
    where e.doctor_id = doctor_queue.doctor_id and started_at > now() - interval '7 days'),
  last_end_at = (select max(ended_at) from queue_entry e
    where e.doctor_id = doctor_queue.doctor_id and started_at > now() - interval '7 days'
      and status = 'completed');

-- What the forecast learnt; `fit` is what an older process reads, and it then takes what is usual.
alter table wait_fit
  add column forecast jsonb,
  alter column fit set default '{"quantiles": [], "absentShare": 0.08}';

alter table wait_promise
  -- how the state of the line was looked up when it was made; null: by the estimator of before
  add column state text
    check (state in ('not_begun', 'running', 'near_break', 'overdue', 'break')),
  -- called, or gone, before the upper end had passed; null: not known, or gone before it could be
  add column was_kept boolean,
  -- called within the range
  add column inside boolean,
  drop constraint wait_promise_kind_check,
  drop constraint wait_promise_outcome_check,
  -- 'asked': what was told to whoever asked for a place; 'after_30' …: so long after being let in
  add constraint wait_promise_kind_check check (kind in
    ('asked', 'joined', 'leave_now', 'after_30', 'after_60', 'after_120')),
  -- 'moved': given another place, to which it says nothing
  add constraint wait_promise_outcome_check check (outcome in
    ('called', 'left', 'removed', 'no_show', 'moved'));

update wait_promise set
  was_kept = case when actual is not null then actual <= upper
    when settled_at > made_at + upper * interval '1 minute' then false end,
  inside = actual between lower and upper
where outcome is not null;

create index promise_kept_or_broken_by_doctor on wait_promise (doctor_id, settled_at desc)
  where kind = 'joined' and was_kept is not null;
create index promise_learnt_by_hospital on wait_promise (hospital_id, settled_at desc)
  where state is not null and outcome is not null and outcome <> 'moved';
