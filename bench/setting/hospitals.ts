/**
 * Makes hospitals, doctors and lines of waiting patients by writing them directly into the
 * database.
 */
import { defaultOperatingHours } from '@baari/contract/constants.ts';
import { departments } from '@baari/contract/hospital/specialties.ts';
import type { Person } from './people.ts';
import type { Pool } from './stage.ts';

const cities = ['Pune', 'Nashik', 'Nagpur', 'Satara', 'Solapur', 'Kolhapur', 'Thane', 'Latur'];

/**
 * Hospitals per statement: few enough that one statement stays far below the statement timeout,
 * also on a slow machine.
 */
const hospitalsAtOnce = 500;

/** Creates hospitals and returns their ids. */
export async function makeHospitals(pool: Pool, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let first = 1; first <= count; first += hospitalsAtOnce) {
    const last = Math.min(count, first + hospitalsAtOnce - 1);
    ids.push(...(await makeSomeHospitals(pool, first, last)));
  }
  return ids;
}

async function makeSomeHospitals(pool: Pool, first: number, last: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into hospital (name, type, address, city, state, zip_code, phone, email, departments,
      operating_hours, time_zone, latitude, longitude)
    select 'Hospital ' || md5(n::text), 'general', n || ' Station Road', ($3::text[])[1 + n % 8],
      'Maharashtra', '411001', '+912000000000', 'desk-' || n || '@bench.example',
      array[($4::text[])[1 + n % 16], ($4::text[])[1 + (n + 5) % 16]], $5::jsonb, 'Asia/Kolkata',
      18 + (n % 100) / 50.0, 73 + (n % 90) / 45.0
    from generate_series($1::int, $2::int) as n returning id`,
    [first, last, cities, departments, JSON.stringify(defaultOperatingHours)],
  );
  return rows.map(({ id }) => id);
}

export async function makeHospital(pool: Pool): Promise<string> {
  const [id] = await makeHospitals(pool, 1);
  if (id === undefined) throw new Error('No hospital was made.');
  return id;
}

/** Creates `each` Available doctors at each of these hospitals; returns the doctors' ids. */
export async function makeDoctors(
  pool: Pool,
  hospitalIds: readonly string[],
  each: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < hospitalIds.length; at += hospitalsAtOnce) {
    const some = hospitalIds.slice(at, at + hospitalsAtOnce);
    ids.push(...(await makeSomeDoctors(pool, some, each)));
  }
  return ids;
}

async function makeSomeDoctors(
  pool: Pool,
  hospitalIds: readonly string[],
  each: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into doctor (hospital_id, name, email, phone, specialty, department)
    select id, 'Dr. ' || n, 'doctor-' || n || '@bench.example', '+912000000000', 'Cardiology',
      'Cardiology'
    from unnest($1::uuid[]) as id, generate_series(1, $2::int) as n returning id`,
    [hospitalIds, each],
  );
  const ids = rows.map(({ id }) => id);
  await pool.query('insert into doctor_queue (doctor_id) select unnest($1::uuid[])', [ids]);
  return ids;
}

export interface Line {
  readonly hospitalId: string;
  readonly doctorId: string;
}

/** Adds people to a doctor's line in this order; returns the ids of their entries. */
export async function lineUp(
  pool: Pool,
  { hospitalId, doctorId }: Line,
  people: readonly Person[],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into queue_entry (hospital_id, doctor_id, patient_id, status, order_key, symptoms,
      urgency, joined_at, approved_at)
    select $1, $2, id, 'waiting', place, 'Fever since yesterday', 'medium', now(), now()
    from unnest($3::uuid[]) with ordinality as line (id, place) order by place returning id`,
    [hospitalId, doctorId, people.map(({ userId }) => userId)],
  );
  return rows.map(({ id }) => id);
}

/** Collects statistics of the tables, because PostgreSQL has none after a bulk write. */
export async function settle(superuser: Pool): Promise<void> {
  await superuser.query('vacuum analyze');
  await superuser.query('checkpoint');
}
