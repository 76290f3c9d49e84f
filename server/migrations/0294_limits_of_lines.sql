-- locks: doctor_queue
-- Limits of a line, as administrators set them; null: no limit [QST-1]. last_request_at: HH:MM on the hospital's clock.
alter table doctor_queue
  add column requests_a_day int,
  add column last_request_at text,
  add column waiting_at_once int;
