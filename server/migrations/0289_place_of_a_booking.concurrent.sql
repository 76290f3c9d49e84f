-- One patient a place of a time. It takes the name of the index without places in the next file.
create unique index concurrently one_booking_per_place on appointment (doctor_id, date, time, place)
  where status <> 'cancelled';
