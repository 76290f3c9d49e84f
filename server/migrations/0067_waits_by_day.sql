-- How long people waited for a doctor, day by day (UTC): the mean of two weeks is read from fifteen rows,
-- however many visits there were.
create table doctor_wait_day (
  doctor_id uuid not null references doctor (id) on delete cascade,
  day date not null,
  visits integer not null,
  -- from being approved to being called, of all visits together
  seconds double precision not null,
  primary key (doctor_id, day)
);

-- Kept with every visit whatever writes it, a process of before too.
create function count_wait() returns trigger language plpgsql as $$
begin
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
create trigger queue_entry_counts_wait after insert or delete on queue_entry
  for each row execute function count_wait();
create trigger queue_entry_recounts_wait
  after update of doctor_id, approved_at, started_at on queue_entry
  for each row when (old.started_at is distinct from new.started_at
    or (new.started_at is not null and (old.approved_at, old.doctor_id)
      is distinct from (new.approved_at, new.doctor_id)))
  execute function count_wait();

insert into doctor_wait_day (doctor_id, day, visits, seconds)
select doctor_id, (started_at at time zone 'UTC')::date, count(*),
  sum(extract(epoch from started_at - approved_at))
from queue_entry
where started_at >= now() - interval '16 days' and approved_at is not null
group by 1, 2;
