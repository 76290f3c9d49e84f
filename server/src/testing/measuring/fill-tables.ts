/**
 * Fills a hospital with years of data: many rows in every table that grows, generated inside the
 * database. Tests and measurements of reads use these data [KEEP-9].
 */
import type pg from 'pg';

export interface Sizes {
  /**
   * How many completed visits to make, with about as many audit rows. Only some visits have
   * details.
   */
  readonly visits: number;
  /**
   * How many pending entries to make. `waiting` is how many waiting entries. Each entry belongs to
   * another patient.
   */
  readonly pending: number;
  readonly waiting: number;
  readonly doctors: number;
}

export interface Filled {
  readonly hospitalId: string;
  /** The account of a patient who gets more visits than any list shows. */
  readonly accountId: string;
}

/** Rows per statement, so that each statement stays well below the statement timeout. */
const chunk = 20_000;
const ownVisits = 300;

/** Fills an existing hospital and adds doctors to it. Returns the doctors' ids. */
export async function fillTables(
  db: Pick<pg.ClientBase, 'query'>,
  { hospitalId, accountId }: Filled,
  sizes: Sizes,
): Promise<string[]> {
  const { visits, pending, waiting } = sizes;
  const doctors = await addDoctors(db, hospitalId, sizes.doctors);
  const regulars = Math.max(500, Math.ceil(visits / 5));
  await inChunks(regulars + pending + waiting, (from, to) =>
    db.query(insertPatients, [from, to, hospitalId]),
  );
  await db.query(
    `insert into patient (id, account_id, name, email, created_at)
     select $1, $1, 'Asha Verma', 'asha@filled.example', now() on conflict do nothing`,
    [accountId],
  );
  await inChunks(visits, (from, to) =>
    db.query(insertVisits, [hospitalId, doctors, from, to, regulars]),
  );
  await db.query(
    `update queue_entry set patient_id = $1 where id in (
       select id from queue_entry where hospital_id = $2 and status = 'completed'
       order by joined_at desc limit $3)`,
    [accountId, hospitalId, ownVisits],
  );
  await inChunks(pending, (from, to) =>
    db.query(insertOpen, [hospitalId, doctors, from, to, regulars, 'pending_approval']),
  );
  await inChunks(waiting, (from, to) =>
    db.query(insertOpen, [hospitalId, doctors, from, to, regulars + pending, 'waiting']),
  );
  await inChunks(visits, (from, to) =>
    db.query(insertTrail, [hospitalId, from, to, regulars, accountId]),
  );
  // These rows are also inserted in chunks: a counter row that one transaction updates a hundred
  // thousand times gets ever slower.
  await inChunks(visits, async (from, to) => {
    for (const statement of ofVisits) await db.query(statement, [hospitalId, from, to]);
  });
  await db.query(
    'update event_relay set position = (select coalesce(max(position), 0) from public_event)',
  );
  await db.query('analyze');
  return doctors;
}

async function inChunks(
  count: number,
  write: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 1; from <= count; from += chunk) {
    await write(from, Math.min(from + chunk - 1, count));
  }
}

async function addDoctors(
  db: Pick<pg.ClientBase, 'query'>,
  hospitalId: string,
  count: number,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `insert into doctor (hospital_id, name, email, phone, specialty, department)
     select $1, 'Dr. ' || lpad(n::text, 5, '0'), 'filled-' || n || '@example.org',
       '+91201' || lpad(n::text, 7, '0'), 'Cardiology', 'Cardiology'
     from generate_series(1, $2::int) n returning id`,
    [hospitalId, count],
  );
  const ids = rows.map(({ id }) => id);
  await db.query('insert into doctor_queue (doctor_id) select unnest($1::uuid[])', [ids]);
  return ids;
}

/** SQL for a UUID in the form of version 4 that is computed from the given text. */
function uuidOf(words: string): string {
  return `overlay(overlay(md5(${words}) placing '4' from 13) placing '8' from 17)::uuid`;
}

const insertPatients = `
  insert into patient (id, name, phone, email, created_at)
  select ${uuidOf('$3::text || n')},
    (array['Asha', 'Ravi', 'Meera', 'Imran', 'Kavita', 'Thomas'])[1 + n % 6] || ' ' ||
    (array['Verma', 'Kulkarni', 'Rao', 'Shaikh', 'Mathew'])[1 + n % 5] || ' ' || n,
    '+9198' || lpad(n::text, 8, '0'), case when n % 3 = 0 then 'p' || n || '@filled.example' end,
    now() - interval '1 year'
  from generate_series($1::int, $2::int) n`;

/** Inserts visits of the last two years, most of them completed. */
const insertVisits = `
  insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
    approved_at, started_at, ended_at, checked_in_at, checked_in_by, cancelled_by, order_key)
  select $1::uuid, ($2::uuid[])[1 + n % cardinality($2::uuid[])], ${uuidOf('$1::uuid::text || (1 + n % $5)')},
    case when n % 10 = 0 then 'cancelled' else 'completed' end, 'medium', at,
    at + interval '2 minutes', case when n % 10 = 0 then null else at + interval '20 minutes' end,
    at + interval '30 minutes', at + interval '5 minutes', 'staff',
    case when n % 10 = 0 then 'patient' end, n
  from generate_series($3::int, $4::int) n,
    lateral (select now() - interval '1 hour' - (n * 61 % 63072000) * interval '1 second' as at) t`;

/**
 * Inserts open entries that arrived today, because the server closes entries that stay open
 * overnight.
 */
const insertOpen = `
  insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, symptoms, joined_at,
    approved_at, order_key)
  select $1::uuid, ($2::uuid[])[1 + n % cardinality($2::uuid[])], ${uuidOf('$1::uuid::text || ($5 + n)')},
    $6::text, 'medium', 'Fever since yesterday', now() - interval '2 hours' + n * interval '1 millisecond',
    case when $6::text = 'waiting' then now() - interval '1 hour' end,
    case when $6::text = 'waiting' then n end
  from generate_series($3::int, $4::int) n`;

/** Inserts audit rows; some of them are about the account. */
const insertTrail = `
  insert into audit (at, user_id, role, hospital_id, action, patient_ids, address, outcome)
  select now() - (n || ' seconds')::interval, ${uuidOf("'staff ' || n % 200")}, 'receptionist', $1::uuid,
    (array['approve', 'read entry', 'read pending requests', 'start'])[1 + n % 4],
    array[case when n % 1000 = 0 then $5::uuid else ${uuidOf('$1::uuid::text || (1 + n % $4)')} end],
    '203.0.113.7', 'ok'
  from generate_series($2::int, $3::int) n`;

/**
 * SQL statements that insert details, such as ratings and reports, for some of the visits in a
 * range.
 */
const ofVisits = [
  `insert into public_event (position, id, hospital_id, line_id, type, subject_id, token, status, at,
     recorded_at)
   select order_key::bigint, order_key::bigint, hospital_id, doctor_id, 'place.called', id, 'A-001',
     'in_progress', started_at, now() from queue_entry
   where hospital_id = $1 and order_key between $2 and $3 and status = 'completed'
   on conflict do nothing`,
  // More shares than a day has, all of today.
  `insert into abdm_share (request_id, hospital_id, counter_code, received_at, entry_id,
     abha_address, next_at, answer_state)
   select id::text, hospital_id, 'a2345678', now(), id, 'somebody@sbx', now(), 'sent'
   from queue_entry
   where hospital_id = $1 and order_key between $2 and $3 and status = 'completed' and order_key::int % 100 = 1`,
  `insert into rating (entry_id, doctor_id, stars, words, rated_at)
   select id, doctor_id, 1 + (order_key::int % 5), '', ended_at from queue_entry
   where hospital_id = $1 and order_key between $2 and $3 and status = 'completed' and order_key::int % 10 = 1`,
  `insert into report (hospital_id, doctor_id, patient_id, entry_id, type, status, title, summary,
     date, author_id, created_at)
   select hospital_id, doctor_id, patient_id, id, 'consultation', 'completed', 'Visit ' || order_key,
     'All well.', ended_at::date, ${uuidOf("'staff'")}, ended_at from queue_entry
   where hospital_id = $1 and order_key between $2 and $3 and status = 'completed' and order_key::int % 10 = 2`,
  `insert into wait_promise (hospital_id, doctor_id, entry_id, kind, made_at, ahead, bucket,
     expected, deviation, median, lower, upper, outcome, settled_at, actual)
   select hospital_id, doctor_id, id, 'joined', approved_at, 3, 1, 20, 5, 20, 15, 30, 'called',
     started_at, 18 from queue_entry
   where hospital_id = $1 and order_key between $2 and $3 and status = 'completed' and order_key::int % 10 in (3, 4)`,
  `insert into appointment (hospital_id, doctor_id, patient_id, date, time, starts_at, status,
     booked_at, checked_in_at)
   select hospital_id, doctor_id, patient_id, date, time, date + time::time, 'checked_in',
     date - interval '1 day', date + time::time
   from (select distinct on (doctor_id, joined_at::date, at.time) hospital_id, doctor_id, patient_id,
       joined_at::date as date, at.time
     from queue_entry, lateral (select (array['09:00', '10:00', '11:00', '14:00', '15:00', '16:00'])[
       1 + order_key::int % 6] as time) at
     where hospital_id = $1 and order_key between $2 and $3 and status = 'completed' and order_key::int % 10 in (5, 6)) booked
   on conflict do nothing`,
  `insert into notice (about, kind, account_id, told_at)
   select id, 'approved', patient_id, approved_at from queue_entry
   where hospital_id = $1 and order_key between $2 and $3 and status = 'completed' and order_key::int % 10 in (7, 8, 9)
   on conflict do nothing`,
] as const;
