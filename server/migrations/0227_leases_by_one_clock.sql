-- locks: job
-- How long a job that runs is nobody else's, by the clock of the database: the clocks of two servers differ, and one
-- that was a minute ahead took what the other was doing. `run_at` is moved on as before, for older versions beside.
alter table job add column leased_until timestamptz;
