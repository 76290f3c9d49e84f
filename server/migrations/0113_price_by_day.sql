-- What it costs the doctors that patients come when told is counted by day as well; what is kept of days
-- without it is counted anew.
alter table day_figures
  -- called that day, there or not, and of them those who were not there at first
  add column called_in int not null default 0,
  add column absent int not null default 0,
  -- minutes in which a doctor saw nobody though somebody stood in the line, and minutes with patients
  add column idle_minutes double precision not null default 0,
  add column inside_minutes double precision not null default 0;
update day_figures set is_stale = true where not is_stale;

create or replace function visit_changes_figures() returns trigger language plpgsql as $$
begin
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
  when ((old.joined_at < now() - interval '24 hours' or new.joined_at < now() - interval '24 hours')
    and (old.hospital_id, old.doctor_id, old.status, old.urgency, old.joined_at, old.approved_at,
        old.started_at, old.ended_at, old.checked_in_at, old.checked_in_by, old.missed_calls)
      is distinct from (new.hospital_id, new.doctor_id, new.status, new.urgency, new.joined_at,
        new.approved_at, new.started_at, new.ended_at, new.checked_in_at, new.checked_in_by,
        new.missed_calls))
  execute function visit_changes_figures();

-- The page of kept times asks for those told before states were known, too.
drop index promise_known_of_hospital;
create index promise_known_of_hospital on wait_promise (hospital_id, made_at)
  where was_kept is not null;
