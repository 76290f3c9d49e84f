alter table doctor_queue
  -- the latest days' pauses outside the plan, the newest last: minutes since midnight and length of each; 0, 0: none
  add column pauses_taken double precision[] not null default '{}',
  -- deviations by which the later ends of waits lie beyond the hospital's
  add column upper_shift double precision not null default 0;
