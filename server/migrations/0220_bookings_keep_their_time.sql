-- locks: hospital
-- A booking's day and time are the hospital's own (0009): where its clock is set to another zone they mean
-- another instant. What is over, by more than any zone is ahead of another, stays as it was.
create function zone_moves_bookings() returns trigger language plpgsql as $$
begin
  update appointment set starts_at = (date + time::time) at time zone new.time_zone
  where hospital_id = new.id and date >= (now() at time zone old.time_zone)::date - 2;
  return null;
end $$;
create trigger zone_moves_bookings after update of time_zone on hospital for each row
  when (old.time_zone is distinct from new.time_zone)
  execute function zone_moves_bookings();
