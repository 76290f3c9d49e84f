-- When a doctor's day may begin, and when patients of a doctor's line may have to be told of something though
-- nothing happens. Whatever is due is taken by one process, and is due again when that one has died.
create table doctor_due (
  doctor_id uuid primary key references doctor (id) on delete cascade,
  -- -infinity: something it follows from has changed; infinity: nothing to come of itself
  day_at timestamptz not null default '-infinity',
  look_at timestamptz not null default '-infinity'
);
create index doctor_due_day on doctor_due (day_at);
create index doctor_due_look on doctor_due (look_at);

insert into doctor_due (doctor_id) select id from doctor;

-- By triggers, so that a process of the release before keeps them too.
create function due_of_new_doctor() returns trigger language plpgsql as $$
begin
  insert into doctor_due (doctor_id) values (new.id);
  return null;
end $$;
create trigger due_of_new_doctor after insert on doctor
  for each row execute function due_of_new_doctor();

create function day_due_of_doctor() returns trigger language plpgsql as $$
begin
  update doctor_due set day_at = '-infinity' where doctor_id = new.id;
  return null;
end $$;
create trigger day_due_of_doctor after update of week, deactivated_at, day_begun on doctor
  for each row when (new.week is distinct from old.week
    or new.deactivated_at is distinct from old.deactivated_at
    or (new.day_begun is null and old.day_begun is not null))
  execute function day_due_of_doctor();

create function day_due_of_plan() returns trigger language plpgsql as $$
begin
  update doctor_due set day_at = '-infinity'
  where doctor_id = case when tg_op = 'DELETE' then old.doctor_id else new.doctor_id end;
  return null;
end $$;
create trigger day_due_of_settings after insert or update of default_status on doctor_settings
  for each row execute function day_due_of_plan();
create trigger day_due_of_day_off after insert or update or delete on day_off
  for each row execute function day_due_of_plan();

create function day_due_of_hospital() returns trigger language plpgsql as $$
begin
  -- In the one order in which several are locked.
  perform from doctor_due
  where doctor_id in (select id from doctor where hospital_id = new.id)
  order by doctor_id for update;
  update doctor_due set day_at = '-infinity'
  where doctor_id in (select id from doctor where hospital_id = new.id);
  return null;
end $$;
create trigger day_due_of_hospital after update of time_zone, operating_hours on hospital
  for each row when (new.time_zone is distinct from old.time_zone
    or new.operating_hours is distinct from old.operating_hours)
  execute function day_due_of_hospital();
