-- PostgreSQL reads the text of each check, and of each condition of a trigger, anew for every statement
-- that writes the table. Of what it cost to change an entry that was more than half. What a function says is
-- read once a connection, so that what holds of a row stands in one, and long conditions in their triggers'.

create function is_sound(it queue_entry) returns boolean
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
    and (it.booked_for is null) = (it.due_at is null);
end $$;
alter table queue_entry
  add constraint queue_entry_is_sound check (is_sound(queue_entry)),
  drop constraint queue_entry_status_check,
  drop constraint queue_entry_urgency_check,
  drop constraint queue_entry_stated_urgency_check,
  drop constraint queue_entry_cancelled_by_check,
  drop constraint queue_entry_checked_in_by_check,
  drop constraint queue_entry_close_reason_check,
  drop constraint queue_entry_token_number_check,
  drop constraint queue_entry_check,
  drop constraint queue_entry_check1,
  drop constraint queue_entry_check2,
  drop constraint queue_entry_check3,
  drop constraint queue_entry_check4,
  drop constraint queue_entry_check5,
  drop constraint queue_entry_check6,
  drop constraint queue_entry_check7,
  drop constraint queue_entry_check8;

create function is_sound(it wait_promise) returns boolean
language plpgsql immutable as $$ begin
  return it.kind in ('asked', 'joined', 'leave_now', 'after_30', 'after_60', 'after_120')
    and it.outcome in ('called', 'left', 'removed', 'no_show', 'moved')
    and it.state in ('not_begun', 'running', 'near_break', 'overdue', 'break')
    and it.ahead >= 0
    and (it.outcome is null) = (it.settled_at is null)
    and (it.outcome is not distinct from 'called') = (it.actual is not null);
end $$;
alter table wait_promise
  add constraint wait_promise_is_sound check (is_sound(wait_promise)),
  drop constraint wait_promise_kind_check,
  drop constraint wait_promise_outcome_check,
  drop constraint wait_promise_state_check,
  drop constraint wait_promise_ahead_check,
  drop constraint wait_promise_check,
  drop constraint wait_promise_check1;

-- Visits of days that may have been counted are few: only of those it is asked what has changed.
create or replace function visit_changes_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.hospital_id, old.doctor_id, old.status, old.urgency, old.joined_at,
      old.approved_at, old.started_at, old.ended_at, old.checked_in_at, old.checked_in_by,
      old.missed_calls)
    is not distinct from (new.hospital_id, new.doctor_id, new.status, new.urgency, new.joined_at,
      new.approved_at, new.started_at, new.ended_at, new.checked_in_at, new.checked_in_by,
      new.missed_calls)
  then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform figures_changed(old.hospital_id, array[old.joined_at, old.started_at, old.ended_at]);
  end if;
  if tg_op <> 'DELETE' then
    perform figures_changed(new.hospital_id, array[new.joined_at, new.started_at, new.ended_at]);
  end if;
  return null;
end $$;
drop trigger old_visit_changed on queue_entry;
create trigger old_visit_changed
  after update of hospital_id, doctor_id, status, urgency, joined_at, approved_at, started_at,
    ended_at, checked_in_at, checked_in_by, missed_calls on queue_entry for each row
  when (least(old.joined_at, new.joined_at) < now() - interval '24 hours')
  execute function visit_changes_figures();

-- The same of the times that were told, and of the waits by day.
create or replace function promise_changes_figures() returns trigger language plpgsql as $$
declare
  promise wait_promise;
  before timestamptz := now() - interval '24 hours';
  joined timestamptz;
begin
  if tg_op = 'UPDATE' and (old.was_kept, old.inside, old.state, old.bucket)
    is not distinct from (new.was_kept, new.inside, new.state, new.bucket)
  then
    return null;
  end if;
  if tg_op = 'DELETE' then promise := old; else promise := new; end if;
  if promise.kind = 'joined' then
    select e.joined_at into joined from queue_entry e where e.id = promise.entry_id;
  end if;
  if least(promise.made_at, joined) < before then
    perform figures_changed(promise.hospital_id, array[
      case when promise.made_at < before then promise.made_at end,
      case when joined < before then joined end]);
  end if;
  return null;
end $$;
drop trigger old_promise_settled on wait_promise;
create trigger old_promise_settled
  after update of was_kept, inside, state, bucket on wait_promise for each row
  when (new.kind = 'joined' or new.made_at < now() - interval '24 hours')
  execute function promise_changes_figures();

create or replace function count_wait() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.doctor_id, old.approved_at, old.started_at)
    is not distinct from (new.doctor_id, new.approved_at, new.started_at)
  then
    return null;
  end if;
  if tg_op <> 'INSERT' and old.started_at is not null and old.approved_at is not null then
    update doctor_wait_day w set visits = w.visits - 1,
      seconds = w.seconds - extract(epoch from old.started_at - old.approved_at)
    where w.doctor_id = old.doctor_id and w.day = (old.started_at at time zone 'UTC')::date;
  end if;
  if tg_op <> 'DELETE' and new.started_at is not null and new.approved_at is not null then
    insert into doctor_wait_day as w (doctor_id, day, visits, seconds)
    values (new.doctor_id, (new.started_at at time zone 'UTC')::date, 1,
      extract(epoch from new.started_at - new.approved_at))
    on conflict (doctor_id, day) do update set visits = w.visits + 1,
      seconds = w.seconds + excluded.seconds;
  end if;
  return null;
end $$;
drop trigger queue_entry_recounts_wait on queue_entry;
create trigger queue_entry_recounts_wait
  after update of doctor_id, approved_at, started_at on queue_entry for each row
  when (old.started_at is not null or new.started_at is not null)
  execute function count_wait();
