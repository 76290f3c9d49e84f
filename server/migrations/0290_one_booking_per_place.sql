-- locks: appointment
-- Under the known name, a process of the release before still answers that a time is taken.
drop index one_booking_per_slot;
alter index one_booking_per_place rename to one_booking_per_slot;
