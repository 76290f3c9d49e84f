-- The year of birth as the desk estimated it from an age: of somebody without an account, whose exact date
-- nobody asks for at the desk. Accounts state a date.
alter table patient add column birth_year smallint check (birth_year between 1850 and 2200);
