-- locks: doctor, hospital, patient, shared_line
-- Fills the columns that names are found by (0221), also for processes that do not know of them. Whoever changes
-- `name_letters`, `name_bones` or `hospital_letters` fills them anew by a backfill, as 0241 does.
-- An earlier 0221 made generated columns: they become plain ones, with what they hold.
alter table patient
  alter column name_letters drop expression if exists, alter column name_bones drop expression if exists;
alter table doctor
  alter column name_letters drop expression if exists, alter column name_bones drop expression if exists;
alter table shared_line
  alter column name_letters drop expression if exists, alter column name_bones drop expression if exists;
alter table hospital
  alter column letters drop expression if exists, alter column name_bones drop expression if exists,
  alter column city_bones drop expression if exists;

create function fill_name_search() returns trigger language plpgsql as $$
begin
  new.name_letters := name_letters(new.name);
  new.name_bones := name_bones(new.name);
  return new;
end $$;
create trigger patient_fills_name_search before insert or update of name on patient for each row
  execute function fill_name_search();
create trigger doctor_fills_name_search before insert or update of name on doctor for each row
  execute function fill_name_search();
create trigger shared_line_fills_name_search before insert or update of name on shared_line for each row
  execute function fill_name_search();

create function fill_hospital_search() returns trigger language plpgsql as $$
begin
  new.letters := hospital_letters(new.name, new.city, new.state, new.address, new.departments);
  new.name_bones := name_bones(new.name);
  new.city_bones := name_bones(new.city);
  return new;
end $$;
create trigger hospital_fills_search before insert or update of name, city, state, address, departments on hospital
  for each row execute function fill_hospital_search();
