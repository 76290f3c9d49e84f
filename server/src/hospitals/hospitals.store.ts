/**
 * All SQL on hospitals. The counts on hospitals are computed from the stored data, and only for the
 * rows of one page [PAT-3].
 */

import { lastMinute, maxDepartments } from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import type {
  HospitalCreation,
  HospitalSearch,
  HospitalUpdate,
} from '@baari/contract/hospital/hospital.ts';
import sql, { join, type Sql } from 'sql-template-tag';
import { returning, type RowOf, rows, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hospitalTime } from '../platform/hospital-sql/hospital-time.ts';
import { hasLetters, soundsLike } from '../platform/hospital-sql/name-search.ts';
import { doctorStatus, entriesInLine } from '../platform/hospital-sql/statuses.ts';

const h = table('hospital', 'h');
const d = table('doctor', 'd');

/** The columns of a hospital. */
const own = {
  id: h.id,
  name: h.name,
  type: h.type,
  address: h.address,
  city: h.city,
  state: h.state,
  zip_code: h.zip_code,
  phone: h.phone,
  email: h.email,
  website: h.website,
  departments: h.departments,
  operating_hours: typed<WeekHours>(h.operating_hours),
  time_zone: h.time_zone,
  latitude: h.latitude,
  longitude: h.longitude,
  takes_requests_shut: h.takes_requests_shut,
  check_in_minutes: h.check_in_minutes,
  languages: h.languages,
  shows_kept_times: h.shows_kept_times,
  created_by: h.created_by,
  created_at: h.created_at,
  updated_at: h.updated_at,
  standing: h.standing,
  confirmed_at: h.confirmed_at,
  held_at: h.held_at,
  closed_at: h.closed_at,
  close_reason: h.close_reason,
  practice_of: h.practice_of,
};

/** The columns of a hospital together with its counts. */
function hospitalAt(now: Date, distanceKm: Sql) {
  return {
    ...own,
    doctor_count: typed<number>(sql`doctors.doctor_count`),
    available_doctor_count: typed<number>(sql`doctors.available_doctor_count`),
    rating_sum: typed<number>(sql`doctors.rating_sum`),
    rating_count: typed<number>(sql`doctors.rating_count`),
    patient_count: typed<number>(sql`people.patient_count`),
    open_now: typed<boolean>(openNow(now)),
    distance_km: typed<number | null>(distanceKm),
  };
}
export type HospitalRow = RowOf<ReturnType<typeof hospitalAt>>;

/** Whether a hospital is open, by its own hours and clock. */
function openNow(now: Date): Sql {
  const local = hospitalTime(now);
  const day = sql`h.operating_hours -> to_char(${local}, 'FMday')`;
  return sql`
    (not coalesce((${day} ->> 'closed')::boolean, false)
      and ${day} ->> 'open' <= to_char(${local}, 'HH24:MI')
      and (${day} ->> 'close' > to_char(${local}, 'HH24:MI') or ${day} ->> 'close' = ${lastMinute}))`;
}

const earthRadiusKm = 6371;

/** Great-circle distance (haversine), kilometres; null unless both positions are known. */
function distance(search: Pick<HospitalSearch, 'latitude' | 'longitude'>): Sql {
  if (search.latitude === undefined || search.longitude === undefined) {
    return sql`null::double precision`;
  }
  // If the hospital has no position, the distance must be null. The function least() would ignore
  // the null.
  return sql`
    case when h.latitude is null or h.longitude is null then null else
      ${2 * earthRadiusKm}::double precision * asin(sqrt(least(1,
        power(sin(radians(h.latitude - ${search.latitude}) / 2), 2)
        + cos(radians(${search.latitude})) * cos(radians(h.latitude))
        * power(sin(radians(h.longitude - ${search.longitude}) / 2), 2)))) end`;
}

const counts = sql`
  select
    count(*) as doctor_count,
    count(*) filter (where d.status = ${doctorStatus.Available}) as available_doctor_count,
    coalesce(sum(d.rating_sum), 0) as rating_sum,
    coalesce(sum(d.rating_count), 0) as rating_count
  from doctor d where d.hospital_id = h.id and d.deactivated_at is null`;

const patients = sql`
  select count(*) as patient_count from queue_entry e
  where e.hospital_id = h.id and e.status in ${entriesInLine}`;

/**
 * One page of hospitals with the total: confirmed hospitals first [SEC-20], then by distance if a
 * position is given, or else by name.
 */
export async function searchHospitals(
  db: Queryable,
  search: HospitalSearch,
  now: Date,
): Promise<{ rows: HospitalRow[]; total: number }> {
  const where = conditions(search, now);
  const { total } = await db.one(select({ total: typed<number>(sql`count(*)`) })`
    from hospital h where ${where}`);
  const page = rows(
    own,
    (columns) => sql`
      select ${columns}, ${distance(search)} as distance_km from hospital h where ${where}
      order by h.standing, distance_km nulls last, lower(h.name), h.id
      limit ${search.limit} offset ${(search.page - 1) * search.limit}`,
  );
  const found = await db.many(select(hospitalAt(now, sql`h.distance_km`))`
    from (${page}) h, lateral (${counts}) doctors, lateral (${patients}) people
    order by h.standing, h.distance_km nulls last, lower(h.name), h.id`);
  return { rows: found, total };
}

function conditions(search: HospitalSearch, now: Date): Sql {
  const all = [sql`h.standing <> 'hidden'`];
  if (search.search !== undefined && search.search !== '') {
    const city = { name: h.city, name_bones: h.city_bones };
    all.push(sql`(${hasLetters(h.letters, search.search)}
      or ${soundsLike(h, search.search)} or ${soundsLike(city, search.search)})`);
  }
  if (search.department !== undefined) all.push(sql`${search.department} = any(h.departments)`);
  if (search.specialty !== undefined) {
    all.push(sql`exists (select from doctor d
      where d.hospital_id = h.id and d.specialty = ${search.specialty}
        and d.deactivated_at is null)`);
  }
  if (search.openNow === true) all.push(openNow(now));
  return join(all, ' and ');
}

export function findHospital(
  db: Queryable,
  id: string,
  now: Date,
): Promise<HospitalRow | undefined> {
  return db.maybeOne(select(hospitalAt(now, sql`null`))`
    from hospital h, lateral (${counts}) doctors, lateral (${patients}) people
    where h.id = ${id}`);
}

/**
 * Locks the hospital's row against writes until the transaction ends. Other tables can still insert
 * rows that refer to the hospital.
 */
export async function lockHospital(tx: Queryable, id: string): Promise<void> {
  await tx.run(sql`select from hospital where id = ${id} for no key update`);
}

/** Inserts a hospital and returns its id. */
export async function insertHospital(
  tx: Queryable,
  creation: HospitalCreation,
  createdBy: string,
  timeZone: string,
): Promise<string> {
  const row = await tx.one(returning({ id: h.id })`
    insert into hospital as h (name, type, address, city, state, zip_code, phone, email, website,
      departments, operating_hours, time_zone, created_by)
    values (${creation.hospitalName}, ${creation.hospitalType}, ${creation.address},
      ${creation.city}, ${creation.state}, ${creation.zipCode}, ${creation.phone},
      ${creation.email}, ${creation.website === '' ? null : (creation.website ?? null)},
      ${[...new Set(creation.departments)]}, ${JSON.stringify(creation.operatingHours)}::jsonb,
      ${timeZone}, ${createdBy})`);
  return row.id;
}

export async function updateHospital(
  tx: Queryable,
  id: string,
  update: HospitalUpdate,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update hospital set name = ${update.name}, type = ${update.type}, address = ${update.address},
      city = ${update.city}, state = ${update.state}, zip_code = ${update.zip_code},
      phone = ${update.phone}, email = ${update.email},
      website = ${update.website === '' ? null : update.website},
      departments = ${[...new Set(update.departments)]},
      operating_hours = ${JSON.stringify(update.operating_hours)}::jsonb,
      -- An end of the day that has passed in the new zone takes effect tomorrow.
      day_ends_since = case when day_ends_at is not null and time_zone <> ${update.timeZone}
        then ${now} else day_ends_since end,
      time_zone = ${update.timeZone}, latitude = ${update.latitude},
      longitude = ${update.longitude},
      takes_requests_shut = coalesce(${update.takesRequestsShut ?? null}, takes_requests_shut),
      check_in_minutes = coalesce(${update.checkInMinutes ?? null}, check_in_minutes),
      languages = coalesce(${update.languages === undefined ? null : [...new Set(update.languages)]}, languages),
      updated_at = ${now}
    where id = ${id}`);
}

/**
 * Adds a department to a hospital's list if it is missing [VAL-3]; false if the list is full. The
 * lock allows foreign keys to the hospital: a full lock would deadlock two transactions that each
 * add a doctor.
 */
export async function addDepartment(
  tx: Queryable,
  hospitalId: string,
  department: string,
  now: Date,
): Promise<boolean> {
  const list = {
    has: typed<boolean>(sql`(${department} = any(h.departments))`),
    count: typed<number>(sql`cardinality(h.departments)`),
  };
  const known = await tx.one(select(list)`
    from hospital h where h.id = ${hospitalId} for no key update`);
  if (known.has) return true;
  if (known.count >= maxDepartments) return false;
  await tx.run(sql`
    update hospital set departments = array_append(departments, ${department}), updated_at = ${now}
    where id = ${hospitalId}`);
  return true;
}

/** Which of the given departments of a hospital have doctors. */
export async function listUsedDepartments(
  tx: Queryable,
  hospitalId: string,
  departments: readonly string[],
): Promise<string[]> {
  const rows = await tx.many(select({ department: d.department })`
    from doctor d
    where d.hospital_id = ${hospitalId} and d.deactivated_at is null
      and d.department = any(${[...departments]})
    group by d.department order by d.department`);
  return rows.map(({ department }) => department);
}

export async function replaceDepartment(
  tx: Queryable,
  hospitalId: string,
  from: string,
  to: string,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update hospital set departments = array_replace(departments, ${from}, ${to}),
      updated_at = ${now}
    where id = ${hospitalId}`);
}
