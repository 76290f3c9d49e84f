-- A letter that keyboards write in two ways is kept in Unicode's form C, as all that is typed from now on: a name is found
-- however it was typed, and a department of two forms is one. What was kept before comes into it here.
update patient set name = normalize(name, nfc) where name is not nfc normalized;
update doctor set name = normalize(name, nfc), department = normalize(department, nfc)
  where name is not nfc normalized or department is not nfc normalized;
update hospital set name = normalize(name, nfc), city = normalize(city, nfc), state = normalize(state, nfc),
    address = normalize(address, nfc)
  where name is not nfc normalized or city is not nfc normalized or state is not nfc normalized
    or address is not nfc normalized;
update hospital set departments = (
    select array_agg(form order by at) from (
      select normalize(department, nfc) as form, min(at) as at
      from unnest(departments) with ordinality as listed (department, at) group by form) forms)
  where array_to_string(departments, ' ') is not nfc normalized;
update shared_line set department = normalize(department, nfc) where department is not nfc normalized;
-- Of two that would have one name then, each keeps its own.
update shared_line l set name = normalize(name, nfc) where name is not nfc normalized
  and not exists (select from shared_line other where other.hospital_id = l.hospital_id and other.id <> l.id
    and lower(normalize(other.name, nfc)) = lower(normalize(l.name, nfc)));
update service_point p set name = normalize(name, nfc) where name is not nfc normalized
  and not exists (select from service_point other where other.line_id = p.line_id and other.id <> p.id
    and lower(normalize(other.name, nfc)) = lower(normalize(p.name, nfc)));
