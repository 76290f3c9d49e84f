-- Every wait that a patient was told is kept with what came of it [QST-12].

create table wait_promise (
  id bigint generated always as identity primary key,
  hospital_id uuid not null references hospital (id),
  doctor_id uuid not null references doctor (id),
  entry_id uuid not null references queue_entry (id) on delete cascade,
  -- 'joined': first told when the entry began to wait; 'leave_now': told to set out
  kind text not null check (kind in ('joined', 'leave_now')),
  made_at timestamptz not null,
  -- how many were to be called before
  ahead int not null check (ahead >= 0),
  -- the group of `ahead` whose scores are fitted together
  bucket int not null,
  -- the prediction before it was rounded and ranged: its mean and standard deviation, minutes
  expected double precision not null,
  deviation double precision not null,
  -- what was shown, minutes
  median int not null,
  lower int not null,
  upper int not null,
  outcome text check (outcome in ('called', 'left', 'removed', 'no_show')),
  settled_at timestamptz,
  -- minutes from the promise to the call
  actual double precision,
  -- called no later than the upper end
  kept boolean generated always as (actual <= upper) stored,
  -- how far off in deviations: what the range is fitted to
  score double precision generated always as (
    (actual - expected) / nullif(deviation, 0)) stored,
  check ((outcome is null) = (settled_at is null)),
  check ((outcome is not distinct from 'called') = (actual is not null))
);
create unique index one_promise_of_a_kind on wait_promise (entry_id, kind);
create index promise_kept_by_doctor on wait_promise (doctor_id, settled_at desc)
  where kind = 'joined' and actual is not null;
create index promise_score_by_hospital on wait_promise (hospital_id, bucket, settled_at desc)
  where kind = 'joined' and score is not null;
create index promise_by_hospital on wait_promise (hospital_id, made_at);

-- What a hospital's kept promises taught, brought up to date now and then by every process.
create table wait_fit (
  hospital_id uuid primary key references hospital (id),
  fit jsonb not null,
  fitted_at timestamptz not null
);

alter table doctor_queue
  -- what is taken of a doctor nobody knows: learnt from the specialty and the hospital, minutes
  add column usual_minutes double precision not null default 12,
  -- sum and number of the consultations of this session
  add column session_minutes double precision not null default 0,
  add column session_visits int not null default 0,
  -- when the doctor's status last changed: what lies across it is no consultation
  add column interrupted_at timestamptz,
  -- of the latest hundred promises that came to a call: their number, and how many were kept
  add column promises_counted int not null default 0,
  add column promises_kept int not null default 0;
