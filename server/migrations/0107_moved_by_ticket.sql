-- Nobody moved them but a stated rule, or whoever holds the ticket and says so without an account [WAIT-1].
alter table place_change drop constraint place_change_check;
alter table place_change
  add constraint place_change_moved_by_somebody
    check (moved_by is not null or reason in ('appointment', 'patient'));
