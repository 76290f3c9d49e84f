-- locks: held_slot
-- A place that a change of hours added is held too. Without a scan: existing rows pass the narrower check.
alter table held_slot
  drop constraint held_slot_freed_by_check,
  add constraint held_slot_freed_by_check
    check (freed_by in ('cancelled', 'moved', 'chain', 'added')) not valid;
