-- Who is open with a doctor: the indexes of every entry of a doctor hold those that began or ended now.
create index open_by_doctor on queue_entry (doctor_id)
  where status in ('pending_approval', 'waiting', 'in_progress');
