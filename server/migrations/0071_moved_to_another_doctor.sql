-- From whose line somebody was moved, and when; and whose number the token is, where it is another doctor's.
alter table queue_entry
  add column moved_from_doctor_id uuid references doctor (id),
  add column moved_at timestamptz,
  add column token_doctor_id uuid references doctor (id);

-- A token keeps its number in another doctor's line: it is one of whoever gave it out.
drop index one_token_per_doctor_and_day;
create unique index one_token_per_doctor_and_day
  on queue_entry (coalesce(token_doctor_id, doctor_id), token_day, token_number);
