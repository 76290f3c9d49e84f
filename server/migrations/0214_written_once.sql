-- By when they were asked for, visits are found once they are over: an open one would be written there three times
-- before. The open ones are few, and have their own index.
create index over_of_hospital on queue_entry (hospital_id, joined_at)
  where status not in ('pending_approval', 'waiting', 'in_progress');
drop index joined_of_hospital;

-- The first wait of a doctor's day makes its row, the others only add to it.
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
    update doctor_wait_day w set visits = w.visits + 1,
      seconds = w.seconds + extract(epoch from new.started_at - new.approved_at)
    where w.doctor_id = new.doctor_id and w.day = (new.started_at at time zone 'UTC')::date;
    if not found then
      insert into doctor_wait_day as w (doctor_id, day, visits, seconds)
      values (new.doctor_id, (new.started_at at time zone 'UTC')::date, 1,
        extract(epoch from new.started_at - new.approved_at))
      on conflict (doctor_id, day) do update set visits = w.visits + 1,
        seconds = w.seconds + excluded.seconds;
    end if;
  end if;
  return null;
end $$;
