-- Lines that are nobody's own, and the points that call from them. Whatever waits stands in a line: a doctor's
-- line has the doctor's id, so that what was said of a doctor's line holds of any. `doctor_id` of the tables
-- of a line is the line's id from here on; it keeps its name while a process of the release before runs.

create table line (
  id uuid primary key,
  hospital_id uuid not null references hospital (id)
);
insert into line (id, hospital_id) select id, hospital_id from doctor;
-- By a trigger, so that a process of the release before keeps them too; before what refers to it is written.
create function line_of_doctor() returns trigger language plpgsql as $$
begin
  insert into line (id, hospital_id) values (new.id, new.hospital_id) on conflict do nothing;
  return new;
end $$;
create trigger line_of_doctor before insert on doctor
  for each row execute function line_of_doctor();

alter table doctor_queue drop constraint doctor_queue_doctor_id_fkey,
  add constraint doctor_queue_line_fkey foreign key (doctor_id) references line (id);
alter table token_letters drop constraint token_letters_doctor_id_fkey,
  add constraint token_letters_line_fkey foreign key (doctor_id) references line (id);
alter table wait_promise drop constraint wait_promise_doctor_id_fkey,
  add constraint wait_promise_line_fkey foreign key (doctor_id) references line (id);
alter table doctor_wait_day drop constraint doctor_wait_day_doctor_id_fkey,
  add constraint doctor_wait_day_line_fkey foreign key (doctor_id) references line (id) on delete cascade;
alter table doctor_due drop constraint doctor_due_doctor_id_fkey,
  add constraint doctor_due_line_fkey foreign key (doctor_id) references line (id) on delete cascade;
alter table queue_entry
  drop constraint queue_entry_doctor_id_fkey,
  add constraint queue_entry_line_fkey foreign key (doctor_id) references line (id),
  drop constraint queue_entry_moved_from_doctor_id_fkey,
  add constraint queue_entry_moved_from_line_fkey foreign key (moved_from_doctor_id) references line (id),
  drop constraint queue_entry_token_doctor_id_fkey,
  add constraint queue_entry_token_line_fkey foreign key (token_doctor_id) references line (id);

create table shared_line (
  id uuid primary key references line (id),
  hospital_id uuid not null references hospital (id),
  name text not null,
  kind text not null check (kind in ('registration', 'vitals', 'laboratory', 'imaging', 'pharmacy',
    'billing', 'any_doctor', 'other')),
  department text,
  -- where to wait or go in, unless a point says otherwise
  room text,
  order_rule text not null check (order_rule in ('arrival', 'end', 'returns_next')),
  -- of so many calls one may be of somebody who returns
  returns_every int not null check (returns_every between 2 and 20),
  calls_since_return int not null default 0,
  is_open boolean not null default true,
  made_at timestamptz not null,
  day_ended_at timestamptz,
  removed_at timestamptz
);
create unique index shared_line_by_name on shared_line (hospital_id, lower(name))
  where removed_at is null;

-- Where people of a line usually go next, the likeliest first; either may be a doctor's.
create table next_line (
  line_id uuid not null references line (id),
  number int not null,
  next_id uuid not null references line (id),
  primary key (line_id, number),
  unique (line_id, next_id)
);
create index next_line_by_next on next_line (next_id);

create table service_point (
  id uuid primary key default gen_random_uuid(),
  line_id uuid not null references shared_line (id),
  name text not null,
  -- whose patients those called here are; null for a counter
  doctor_id uuid references doctor (id),
  state text not null default 'closed' check (state in ('open', 'paused', 'closed')),
  state_since timestamptz,
  state_by uuid,
  removed_at timestamptz
);
create unique index service_point_by_name on service_point (line_id, lower(name))
  where removed_at is null;
create unique index service_point_of_doctor on service_point (line_id, doctor_id)
  where removed_at is null;
create index service_point_by_doctor on service_point (doctor_id) where doctor_id is not null;

alter table queue_entry
  -- stands in a shared line
  add column is_shared boolean not null default false,
  -- who serves it, while it is served and after
  add column service_point_id uuid references service_point (id),
  -- when it was called once more
  add column recalled_at timestamptz,
  -- the first stop of its visit, and the stop it was sent on from; null for a visit of one stop and its first
  add column visit_id uuid references queue_entry (id),
  add column sent_from_id uuid references queue_entry (id),
  -- comes back to a line where its visit has been
  add column is_return boolean not null default false;
-- Whoever is served in a shared line is served at a point; whoever is sent on belongs to a visit; and what
-- somebody comes for is new or a follow-up.
create or replace function is_sound(it queue_entry) returns boolean
language plpgsql immutable as $$ begin
  return it.status in ('pending_approval', 'waiting', 'in_progress', 'completed', 'cancelled',
      'no_show', 'rejected')
    and it.urgency in ('low', 'medium', 'high')
    and it.stated_urgency in ('low', 'medium', 'high')
    and it.cancelled_by in ('patient', 'staff')
    and it.checked_in_by in ('staff', 'patient', 'door', 'kiosk')
    and it.close_reason in ('day_ended', 'doctor_left')
    and (it.status = 'waiting') <= (it.order_key is not null)
    and (it.status = 'rejected') = (it.rejection_reason is not null)
    and (it.status = 'cancelled') = (it.cancelled_by is not null)
    and (it.called_at is null) = (it.missed_calls = 0)
    and (it.back_at is null or it.called_at is not null)
    and (it.checked_in_at is null) = (it.checked_in_by is null)
    and it.token_number > 0
    and num_nulls(it.token, it.token_day, it.token_number) in (0, 3)
    and num_nulls(it.stated_urgency, it.urgency_reason, it.urgency_changed_at) in (0, 3)
    and (it.booked_for is null) = (it.due_at is null)
    and it.visit_kind in ('new', 'follow_up')
    and it.visit_kind_by in ('patient', 'staff', 'record')
    and it.counts_as > 0
    and (not it.is_shared or it.status <> 'in_progress' or it.service_point_id is not null)
    and (it.visit_id is null or it.sent_from_id is not null or it.visit_id = it.id);
end $$;
create index stop_by_visit on queue_entry (visit_id) where visit_id is not null;
create index stop_by_sent_from on queue_entry (sent_from_id) where sent_from_id is not null;

-- INV-3: one consultation a doctor, one running stop a service point.
drop index one_consultation_per_doctor;
create unique index one_consultation_per_doctor on queue_entry (doctor_id, service_point_id)
  nulls not distinct where status = 'in_progress';

-- A visit keeps its token from stop to stop; a number is given out to one visit a day.
drop index one_token_per_doctor_and_day;
create unique index one_token_per_doctor_and_day on queue_entry (
  coalesce(token_doctor_id, doctor_id), token_day, token_number,
  (case when sent_from_id is null then '00000000-0000-0000-0000-000000000000'::uuid else id end));

-- What is to come of a visit, in its order.
create table planned_stop (
  visit_id uuid not null references queue_entry (id) on delete cascade,
  number int not null,
  line_id uuid not null references line (id),
  is_return boolean not null default false,
  primary key (visit_id, number)
);
create index planned_stop_by_line on planned_stop (line_id);
