/** All SQL on requests for an earlier time, on today's gaps, and on the figures [APPT-1]. */
import type { Weekday } from '@baari/contract/constants.ts';
import {
  type DayPart,
  type EarlierTerms,
  earlierFigureDays,
  type WishScope,
} from '@baari/contract/visit/earlier.ts';
import sql, { type Sql } from 'sql-template-tag';
import {
  leftJoined,
  type RowOf,
  returning,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hospitalToday } from '../platform/hospital-sql/hospital-time.ts';
import { bookingStatus, entryStatus } from '../platform/hospital-sql/statuses.ts';

const w = table('earlier_wish', 'w');
const a = leftJoined('appointment', 'a');
const b = table('appointment', 'b');
const e = table('queue_entry', 'e');
const d = table('doctor', 'd');
const h = table('hospital', 'h');
const p = table('patient', 'p');

const wish = {
  id: w.id,
  hospital_id: w.hospital_id,
  doctor_id: w.doctor_id,
  patient_id: w.patient_id,
  patient_name: p.name,
  account_id: p.account_id,
  scope: typed<WishScope>(w.scope),
  weekdays: typed<Weekday[]>(w.weekdays),
  day_parts: typed<DayPart[]>(w.day_parts),
  least_notice_minutes: w.least_notice_minutes,
  until: w.until,
  urgency: w.urgency,
  made_by: w.made_by,
  made_at: w.made_at,
  ended_at: w.ended_at,
  own_id: a.id,
  own_date: a.date,
  own_time: a.time,
  own_starts_at: a.starts_at,
  doctor_name: d.name,
  doctor_specialty: d.specialty,
  doctor_department: d.department,
  hospital_name: h.name,
  time_zone: h.time_zone,
};
export type WishRow = RowOf<typeof wish>;

const wishTables = sql`
  earlier_wish w join patient p on p.id = w.patient_id join doctor d on d.id = w.doctor_id
    join hospital h on h.id = w.hospital_id left join appointment a on a.id = w.appointment_id`;

/** SQL condition: a request for an earlier time has no booking, or the booking is still to come. */
function isStanding(now: Date): Sql {
  return sql`(w.ended_at is null and (w.appointment_id is null
    or (a.status = ${bookingStatus.booked} and a.starts_at > ${now})))`;
}

export function findWish(db: Queryable, id: string): Promise<WishRow | undefined> {
  return db.maybeOne(select(wish)`from ${wishTables} where w.id = ${id}`);
}

/** The open requests for an earlier time of an account's patients, oldest first. */
export function listWishesOfAccount(
  db: Queryable,
  accountId: string,
  limit: number,
  now: Date,
): Promise<WishRow[]> {
  return db.many(select(wish)`
    from ${wishTables} where p.account_id = ${accountId} and ${isStanding(now)}
    order by w.made_at, w.id limit ${limit}`);
}

/**
 * A hospital's open requests for an earlier time, in the order in which they get offers, and their
 * number.
 */
export async function listWishesOfHospital(
  db: Queryable,
  hospitalId: string,
  limit: number,
  now: Date,
): Promise<{ wishes: WishRow[]; count: number }> {
  const which = sql`w.hospital_id = ${hospitalId} and ${isStanding(now)}`;
  const wishes = await db.many(select(wish)`
    from ${wishTables} where ${which} order by w.urgency desc, w.made_at, w.id limit ${limit}`);
  const { count } = await db.one(select({ count: typed<number>(sql`count(*)`) })`
    from ${wishTables} where ${which}`);
  return { wishes, count };
}

export interface NewWish {
  readonly hospitalId: string;
  readonly patientId: string;
  readonly appointmentId: string | null;
  readonly doctorId: string;
  readonly terms: EarlierTerms;
  /**
   * The urgency of the request, 0 to 2. Undefined keeps the urgency of the request that is
   * replaced.
   */
  readonly urgency: number | undefined;
  readonly by: 'patient' | 'staff';
}

/**
 * Stores a request for an earlier time, or replaces the terms of the patient's open request for
 * that doctor. A replaced request keeps its age.
 */
export async function saveWish(tx: Queryable, given: NewWish, now: Date): Promise<string> {
  const { terms, urgency } = given;
  const row = await tx.one(returning({ id: w.id })`
    insert into earlier_wish as w
      (hospital_id, patient_id, appointment_id, doctor_id, scope, weekdays, day_parts,
        least_notice_minutes, until, urgency, made_by, made_at)
    values (${given.hospitalId}, ${given.patientId}, ${given.appointmentId}, ${given.doctorId},
      ${terms.scope}, ${terms.weekdays}::text[], ${terms.dayParts}::text[],
      ${terms.leastNoticeMinutes}, ${terms.until}, ${urgency ?? 0}, ${given.by}, ${now})
    on conflict (patient_id, doctor_id) where ended_at is null do update
      set appointment_id = excluded.appointment_id, scope = excluded.scope,
        weekdays = excluded.weekdays, day_parts = excluded.day_parts,
        least_notice_minutes = excluded.least_notice_minutes, until = excluded.until,
        urgency = coalesce(${urgency ?? null}::smallint, w.urgency)`);
  return row.id;
}

/**
 * Counts the open requests for an earlier time of all patients on an account, except this patient's
 * request for this doctor.
 */
export async function countOtherWishes(
  tx: Queryable,
  { accountId, patientId, doctorId }: { accountId: string; patientId: string; doctorId: string },
  now: Date,
): Promise<number> {
  const { count } = await tx.one(select({ count: typed<number>(sql`count(*)`) })`
    from ${wishTables} where p.account_id = ${accountId} and ${isStanding(now)}
      and (w.patient_id, w.doctor_id) is distinct from (${patientId}::uuid, ${doctorId}::uuid)`);
  return count;
}

/** The patient's next booking with a doctor, to which a request for an earlier time belongs. */
export async function findNextBooking(
  tx: Queryable,
  patientId: string,
  doctorId: string,
  now: Date,
): Promise<string | undefined> {
  const row = await tx.maybeOne(select({ id: b.id })`
    from appointment b where b.patient_id = ${patientId} and b.doctor_id = ${doctorId}
      and b.status = ${bookingStatus.booked} and b.starts_at > ${now}
    order by b.starts_at limit 1`);
  return row?.id;
}

const onSite = {
  appointment_id: b.id,
  entry_id: e.id,
  doctor_id: b.doctor_id,
  date: b.date,
  time: b.time,
  starts_at: b.starts_at,
  patient_id: b.patient_id,
  patient_name: p.name,
  token: e.token,
};
export type OnSiteRow = RowOf<typeof onSite>;

/** Patients who wait on site today and whose booked time is still to come, earliest first. */
export function listOnSite(
  db: Queryable,
  hospitalId: string,
  now: Date,
  limit: number,
): Promise<OnSiteRow[]> {
  return db.many(select(onSite)`
    from appointment b join queue_entry e on e.id = b.entry_id join patient p on p.id = b.patient_id
      join hospital h on h.id = b.hospital_id
    where b.hospital_id = ${hospitalId} and b.date = ${hospitalToday(now)}
      and b.status = ${bookingStatus.checked_in} and b.starts_at > ${now}
      and e.status = ${entryStatus.waiting} and e.doctor_id = b.doctor_id
    order by b.starts_at, b.id limit ${limit}`);
}

const notCome = { doctor_id: b.doctor_id, time: b.time, starts_at: b.starts_at };

/**
 * The bookings of some doctors whose time began between two moments and whose patients are absent.
 */
export function listNotCome(
  db: Queryable,
  doctorIds: readonly string[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<RowOf<typeof notCome>[]> {
  return db.many(select(notCome)`
    from appointment b where b.doctor_id = any(${doctorIds}::uuid[])
      and b.status = ${bookingStatus.booked} and b.starts_at between ${from} and ${to}
    order by b.starts_at, b.id limit 100`);
}

/** Counts what became of the appointment times that were held in the last 90 days. */
export function readFigures(db: Queryable, hospitalId: string, now: Date): Promise<FiguresRow> {
  const since = new Date(now.getTime() - earlierFigureDays * 86_400_000);
  const filled = sql`filter (where s.state = 'filled')`;
  return db.one(
    select({
      freed: typed<number>(sql`count(*)`),
      filled: typed<number>(sql`count(*) ${filled}`),
      asked: typed<number>(sql`coalesce(sum(s.asked), 0)::int`),
      median_days: typed<number | null>(
        sql`percentile_cont(0.5) within group (order by s.days_won) ${filled}`,
      ),
    })`
    from held_slot s where s.hospital_id = ${hospitalId} and s.state <> 'open' and s.ended_at >= ${since}`,
  );
}

export interface FiguresRow {
  freed: number;
  filled: number;
  asked: number;
  median_days: number | null;
}

/** Deletes offers, requests for an earlier time and held places that ended before a moment. */
export async function deleteEnded(db: Queryable, before: Date): Promise<void> {
  await db.run(sql`delete from earlier_offer where answered_at < ${before}`);
  await db.run(sql`
    delete from earlier_wish w where w.ended_at < ${before}
      and not exists (select from earlier_offer o where o.wish_id = w.id)`);
  await db.run(sql`
    delete from held_slot s where s.ended_at < ${before}
      and not exists (select from earlier_offer o where o.held_slot_id = s.id)`);
}

/** Ends requests for an earlier time whose booking was cancelled, checked in or has begun. */
export async function endWishesOfPast(db: Queryable, now: Date): Promise<void> {
  await db.run(sql`
    update earlier_wish w set ended_at = ${now}, end_reason = 'booking_over'
    from appointment a where a.id = w.appointment_id and w.ended_at is null
      and (a.status <> ${bookingStatus.booked} or a.starts_at <= ${now})`);
}
