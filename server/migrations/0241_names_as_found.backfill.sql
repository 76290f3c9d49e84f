-- A letter that keyboards write in two ways is kept in Unicode's form C, as all that is typed from now on: a name is found
-- however it was typed, and a department of two forms is one. What was kept before comes into it here.

-- each: patient where name is not nfc normalized
update patient set name = normalize(name, nfc) where id = any($1);

-- each: doctor where name is not nfc normalized or department is not nfc normalized
update doctor set name = normalize(name, nfc), department = normalize(department, nfc) where id = any($1);

-- each: hospital where name is not nfc normalized or city is not nfc normalized or state is not nfc normalized
--   or address is not nfc normalized
update hospital set name = normalize(name, nfc), city = normalize(city, nfc), state = normalize(state, nfc),
    address = normalize(address, nfc)
  where id = any($1);

-- each: hospital where array_to_string(departments, ' ') is not nfc normalized
update hospital set departments = (
    select array_agg(form order by at) from (
      select normalize(department, nfc) as form, min(at) as at
      from unnest(departments) with ordinality as listed (department, at) group by form) forms)
  where id = any($1);

-- each: shared_line where department is not nfc normalized
update shared_line set department = normalize(department, nfc) where id = any($1);

-- Of two that would have one name then, each keeps its own.

-- each: shared_line where name is not nfc normalized
--   and not exists (select from shared_line other where other.hospital_id = shared_line.hospital_id
--     and other.id <> shared_line.id and lower(normalize(other.name, nfc)) = lower(normalize(shared_line.name, nfc)))
update shared_line set name = normalize(name, nfc) where id = any($1);

-- each: service_point where name is not nfc normalized
--   and not exists (select from service_point other where other.line_id = service_point.line_id
--     and other.id <> service_point.id and lower(normalize(other.name, nfc)) = lower(normalize(service_point.name, nfc)))
update service_point set name = normalize(name, nfc) where id = any($1);

-- What names are found by, for rows from before the triggers of 0240.

-- each: patient where name_letters is null
update patient set name_letters = name_letters(name), name_bones = name_bones(name) where id = any($1);

-- each: doctor where name_letters is null
update doctor set name_letters = name_letters(name), name_bones = name_bones(name) where id = any($1);

-- each: shared_line where name_letters is null
update shared_line set name_letters = name_letters(name), name_bones = name_bones(name) where id = any($1);

-- each: hospital where letters is null
update hospital set letters = hospital_letters(name, city, state, address, departments),
    name_bones = name_bones(name), city_bones = name_bones(city)
  where id = any($1);
