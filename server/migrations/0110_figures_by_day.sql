-- A hospital's figures, counted once a day that is over: a year of them is read from these, however many
-- visits there were. Days are those of the hospital's calendar.
create table day_figures (
  hospital_id uuid not null references hospital (id) on delete cascade,
  day date not null,
  -- something it was counted from has changed since: it is read from the visits until it is counted anew
  is_stale boolean not null default false,
  arrivals int not null,
  called int not null,
  completed int not null,
  no_show int not null,
  rejected int not null,
  cancelled int not null,
  -- minutes
  wait_median double precision,
  wait_p90 double precision,
  on_site_median double precision,
  on_site_visits int not null,
  promises int not null,
  promises_kept int not null,
  primary key (hospital_id, day)
);
create index stale_day_figures on day_figures (hospital_id, day) where is_stale;

-- The same by hour, doctor and urgency, with how many waited how many minutes.
create table day_group_figures (
  hospital_id uuid not null,
  day date not null,
  kind text not null check (kind in ('hour', 'doctor', 'urgency')),
  key text not null,
  arrivals int not null,
  called int not null,
  completed int not null,
  no_show int not null,
  rejected int not null,
  cancelled int not null,
  promises int not null,
  promises_kept int not null,
  -- whole minutes, rising, and of each how many waited so long and how many were so long on site
  minutes int[] not null,
  waits int[] not null,
  on_sites int[] not null,
  -- of a doctor: the hours since 1970 in which one of these visits was seen
  hours int[] not null,
  primary key (hospital_id, day, kind, key),
  foreign key (hospital_id, day) references day_figures on delete cascade
);

-- How well what was told on the day held.
create table day_promise_figures (
  hospital_id uuid not null,
  day date not null,
  about text not null check (about in ('moment', 'state', 'ahead')),
  key text not null,
  promises int not null,
  kept int not null,
  inside int not null,
  primary key (hospital_id, day, about, key),
  foreign key (hospital_id, day) references day_figures on delete cascade
);

-- Minutes on site of those called on the day: their sum.
create table day_on_site_figures (
  hospital_id uuid not null,
  day date not null,
  doctor_id uuid not null,
  is_remote boolean not null,
  visits int not null,
  minutes double precision not null,
  primary key (hospital_id, day, doctor_id, is_remote),
  foreign key (hospital_id, day) references day_figures on delete cascade
);

-- Days are counted 25 hours after their end, so that what changes a visit of less than a day ago need not
-- look for one. Whoever counts holds the lock alone; whoever changes something old waits for that.
create function figures_changed(of_hospital uuid, instants timestamptz[]) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('figures ' || of_hospital, 0));
  update day_figures f set is_stale = true
  from hospital h
  where h.id = of_hospital and f.hospital_id = h.id and not f.is_stale
    and f.day = any (array(
      select (i at time zone h.time_zone)::date from unnest(instants) i where i is not null));
end $$;

create function visit_changes_figures() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform figures_changed(old.hospital_id, array[old.joined_at, old.started_at]);
  end if;
  if tg_op <> 'DELETE' then
    perform figures_changed(new.hospital_id, array[new.joined_at, new.started_at]);
  end if;
  return null;
end $$;
create trigger old_visit_added after insert on queue_entry for each row
  when (new.joined_at < now() - interval '24 hours')
  execute function visit_changes_figures();
create trigger old_visit_deleted after delete on queue_entry for each row
  when (old.joined_at < now() - interval '24 hours')
  execute function visit_changes_figures();
create trigger old_visit_changed
  after update of hospital_id, doctor_id, status, urgency, joined_at, approved_at, started_at,
    checked_in_at, checked_in_by on queue_entry for each row
  when ((old.joined_at < now() - interval '24 hours' or new.joined_at < now() - interval '24 hours')
    and (old.hospital_id, old.doctor_id, old.status, old.urgency, old.joined_at, old.approved_at,
        old.started_at, old.checked_in_at, old.checked_in_by)
      is distinct from (new.hospital_id, new.doctor_id, new.status, new.urgency, new.joined_at,
        new.approved_at, new.started_at, new.checked_in_at, new.checked_in_by))
  execute function visit_changes_figures();

-- A wait that was told counts on the day it was told, and with its visit.
create function promise_changes_figures() returns trigger language plpgsql as $$
declare
  promise wait_promise;
  instants timestamptz[];
begin
  if tg_op = 'DELETE' then promise := old; else promise := new; end if;
  instants := array(
    select at from (
      select promise.made_at as at
      union select e.joined_at from queue_entry e
        where e.id = promise.entry_id and promise.kind = 'joined') told
    where at < now() - interval '24 hours');
  if cardinality(instants) > 0 then
    perform figures_changed(promise.hospital_id, instants);
  end if;
  return null;
end $$;
create trigger old_promise_added after insert on wait_promise for each row
  when (new.was_kept is not null
    and (new.kind = 'joined' or new.made_at < now() - interval '24 hours'))
  execute function promise_changes_figures();
create trigger old_promise_deleted after delete on wait_promise for each row
  when (old.was_kept is not null
    and (old.kind = 'joined' or old.made_at < now() - interval '24 hours'))
  execute function promise_changes_figures();
create trigger old_promise_settled
  after update of was_kept, inside, state, bucket on wait_promise for each row
  when ((old.was_kept, old.inside, old.state, old.bucket)
      is distinct from (new.was_kept, new.inside, new.state, new.bucket)
    and (new.kind = 'joined' or new.made_at < now() - interval '24 hours'))
  execute function promise_changes_figures();

-- In another time zone the days are others.
create function zone_changes_figures() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('figures ' || new.id, 0));
  delete from day_figures where hospital_id = new.id;
  return null;
end $$;
create trigger hospital_changes_zone after update of time_zone on hospital for each row
  when (old.time_zone is distinct from new.time_zone)
  execute function zone_changes_figures();
