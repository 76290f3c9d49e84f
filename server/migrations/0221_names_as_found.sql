-- locks: doctor, hospital, patient, shared_line
-- What a name is found by stands beside it: spelt out for each search, it took four seconds among ten thousand
-- hospitals, and two to ten among two hundred thousand patients. Triggers fill the columns (0240), and a backfill those
-- of rows from before (0241): as generated columns they would rewrite each table under a lock.
alter table patient add column name_letters text, add column name_bones text;
alter table doctor add column name_letters text, add column name_bones text;
alter table shared_line add column name_letters text, add column name_bones text;
alter table hospital add column letters text, add column name_bones text, add column city_bones text;

-- The indexes of the release before keep working under these names until it is gone (0243).
alter index if exists patient_by_letters rename to patient_by_letters_before;
alter index if exists patient_by_bones rename to patient_by_bones_before;

-- PostgreSQL takes the parts of an array for texts that may change with a setting; those of texts do not.
create function hospital_letters(name text, city text, state text, address text, departments text[]) returns text
language sql immutable parallel safe
as $$ select name_letters(concat_ws(chr(10), name, city, state, address, array_to_string(departments, chr(10)))) $$;
