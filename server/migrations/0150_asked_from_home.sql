-- Patients may ask for a place in a shared line from home where its hospital says so.
alter table shared_line add column asks_from_home boolean not null default false;
