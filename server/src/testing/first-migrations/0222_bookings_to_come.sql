-- What is booked at a hospital, by time: bookings outside the hours are looked for a page at a time, and each page read
-- and sorted all that is booked for the weeks to come.
create index booked_of_hospital on appointment (hospital_id, starts_at, id) where status = 'booked';
