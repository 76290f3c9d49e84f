/** The only SQL on hospitals. Counts are real, and made for the rows of one page only [PAT-3]. */

import { type HospitalStanding, maxDepartments } from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import type { HospitalCreation, HospitalSearch, HospitalUpdate } from '@baari/contract/hospital.ts';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';

export interface HospitalRow {
  id: string;
  name: string;
  type: string;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  phone: string;
  email: string;
  website: string | null;
  departments: string[];
  operating_hours: WeekHours;
  time_zone: string;
  latitude: number | null;
  longitude: number | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date | null;
  standing: HospitalStanding;
  confirmed_at: Date | null;
  held_at: Date | null;
  closed_at: Date | null;
  close_reason: string | null;
  doctor_count: number;
  available_doctor_count: number;
  patient_count: number;
  rating_sum: number;
  rating_count: number;
  open_now: boolean;
  distance_km: number | null;
}

/** Whether a hospital is open, by its own hours and clock. */
function openNow(now: Date): Sql {
  const local = sql`(${now}::timestamptz at time zone h.time_zone)`;
  const day = sql`h.operating_hours -> to_char(${local}, 'FMday')`;
  return sql`
    (not coalesce((${day} ->> 'closed')::boolean, false)
      and ${day} ->> 'open' <= to_char(${local}, 'HH24:MI')
      and ${day} ->> 'close' > to_char(${local}, 'HH24:MI'))`;
}

const earthRadiusKm = 6371;

/** Great-circle distance (haversine), kilometres; null without both positions. */
function distance(search: Pick<HospitalSearch, 'latitude' | 'longitude'>): Sql {
  if (search.latitude === undefined || search.longitude === undefined) {
    return sql`null::double precision`;
  }
  // Without a position the hospital's is unknown; least() would take it for the far side of the earth.
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
    count(*) filter (where d.status = 'Available') as available_doctor_count,
    coalesce(sum(d.rating_sum), 0) as rating_sum,
    coalesce(sum(d.rating_count), 0) as rating_count
  from doctor d where d.hospital_id = h.id and d.deactivated_at is null`;

const patients = sql`
  select count(*) as patient_count from queue_entry e
  where e.hospital_id = h.id and e.status in ('waiting', 'in_progress')`;

/** What is written of a hospital, and what is counted for it. */
const columns = sql`
  h.id, h.name, h.type, h.address, h.city, h.state, h.zip_code, h.phone, h.email, h.website,
  h.departments, h.operating_hours, h.time_zone, h.latitude, h.longitude, h.created_by, h.created_at,
  h.updated_at, h.standing, h.confirmed_at, h.held_at, h.closed_at, h.close_reason`;
const counted = sql`
  doctors.doctor_count, doctors.available_doctor_count, doctors.rating_sum, doctors.rating_count,
  people.patient_count`;

/**
 * One page, nearest first when a position is given, else by name, and confirmed ones before the others
 * [SEC-20]; with the number of all matches.
 */
export async function searchHospitals(
  db: Queryable,
  search: HospitalSearch,
  now: Date,
): Promise<{ rows: HospitalRow[]; total: number }> {
  const where = conditions(search, now);
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from hospital h where ${where}`);
  const rows = await db.many<HospitalRow>(sql`
    select ${columns}, ${counted}, ${openNow(now)} as open_now, h.distance_km
    from (
      select ${columns}, ${distance(search)} as distance_km from hospital h where ${where}
      order by h.standing, distance_km nulls last, lower(h.name), h.id
      limit ${search.limit} offset ${(search.page - 1) * search.limit}
    ) h, lateral (${counts}) doctors, lateral (${patients}) people
    order by h.standing, h.distance_km nulls last, lower(h.name), h.id`);
  return { rows, total };
}

function conditions(search: HospitalSearch, now: Date): Sql {
  const all = [sql`h.standing <> 'hidden'`];
  if (search.search !== undefined && search.search !== '') {
    const pattern = `%${search.search.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
    all.push(sql`(h.name ilike ${pattern} or h.city ilike ${pattern} or h.state ilike ${pattern}
      or h.address ilike ${pattern} or array_to_string(h.departments, ' ') ilike ${pattern})`);
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
  return db.maybeOne<HospitalRow>(sql`
    select ${columns}, ${counted}, ${openNow(now)} as open_now, null as distance_km
    from hospital h, lateral (${counts}) doctors, lateral (${patients}) people
    where h.id = ${id}`);
}

/** Writes a new hospital and answers its id. */
export async function insertHospital(
  tx: Queryable,
  creation: HospitalCreation,
  createdBy: string,
  timeZone: string,
): Promise<string> {
  const row = await tx.one<{ id: string }>(sql`
    insert into hospital (name, type, address, city, state, zip_code, phone, email, website,
      departments, operating_hours, time_zone, created_by)
    values (${creation.hospitalName}, ${creation.hospitalType}, ${creation.address},
      ${creation.city}, ${creation.state}, ${creation.zipCode}, ${creation.phone},
      ${creation.email}, ${creation.website === '' ? null : (creation.website ?? null)},
      ${[...new Set(creation.departments)]}, ${JSON.stringify(creation.operatingHours)}::jsonb,
      ${timeZone}, ${createdBy})
    returning id`);
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
      time_zone = ${update.timeZone}, latitude = ${update.latitude},
      longitude = ${update.longitude}, updated_at = ${now}
    where id = ${id}`);
}

/**
 * Adds a department to a hospital's list unless it is there [VAL-3]; false where the list is full. The
 * lock leaves rows that point at the hospital alone: a new doctor of two transactions at once is one,
 * and a full lock would have each of them wait for the other.
 */
export async function addDepartment(
  tx: Queryable,
  hospitalId: string,
  department: string,
  now: Date,
): Promise<boolean> {
  const known = await tx.one<{ has: boolean; count: number }>(sql`
    select ${department} = any(departments) as has, cardinality(departments) as count
    from hospital where id = ${hospitalId} for no key update`);
  if (known.has) return true;
  if (known.count >= maxDepartments) return false;
  await tx.run(sql`
    update hospital set departments = array_append(departments, ${department}), updated_at = ${now}
    where id = ${hospitalId}`);
  return true;
}

/** Of some departments those that doctors of the hospital belong to. */
export async function listUsedDepartments(
  tx: Queryable,
  hospitalId: string,
  departments: readonly string[],
): Promise<string[]> {
  const rows = await tx.many<{ department: string }>(sql`
    select distinct department from doctor
    where hospital_id = ${hospitalId} and deactivated_at is null
      and department = any(${[...departments]})
    order by department`);
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
