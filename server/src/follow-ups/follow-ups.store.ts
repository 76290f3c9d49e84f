/** The only SQL on follow-ups [CONS-2]. */
import type { HospitalVerification, QueueStatus } from '@baari/contract/constants.ts';
import sql, { type Sql } from 'sql-template-tag';
import {
  leftJoined,
  returning,
  type RowOf,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hospitalToday, startOfHospitalToday } from '../platform/hospital-sql/hospital-time.ts';
import { bookingStatus, oneOf } from '../platform/hospital-sql/statuses.ts';

const e = table('queue_entry', 'e');
const p = table('patient', 'p');
const h = table('hospital', 'h');
const f = table('follow_up', 'f');
const kept = leftJoined('follow_up', 'f');
const by = leftJoined('identity.user', 'u');

const visit = (now: Date) => ({
  id: e.id,
  hospital_id: e.hospital_id,
  line_id: typed<string>(e.doctor_id),
  status: typed<QueueStatus>(e.status),
  ended_today: typed<boolean>(sql`coalesce(e.ended_at >= ${startOfHospitalToday(now)}, false)`),
  today: typed<string>(sql`to_char(${hospitalToday(now)}, 'YYYY-MM-DD')`),
  time_zone: h.time_zone,
  patient_id: e.patient_id,
  account_id: p.account_id,
  due_on: typed<string | null>(sql`to_char(f.due_on, 'YYYY-MM-DD')`),
  reason: kept.reason,
  changed_at: kept.changed_at,
  by_name: by.name,
  version: kept.version,
  is_taken_back: kept.is_taken_back,
});
export type VisitRow = RowOf<ReturnType<typeof visit>>;

/** An entry with its follow-up, if one was ever set. */
export function findVisit(
  db: Queryable,
  entryId: string,
  now: Date,
): Promise<VisitRow | undefined> {
  return db.maybeOne(select(visit(now))`
    from queue_entry e join patient p on p.id = e.patient_id join hospital h on h.id = e.hospital_id
      left join follow_up f on f.entry_id = e.id left join identity."user" u on u.id = f.changed_by
    where e.id = ${entryId}`);
}

/** The same, while nobody else changes the entry or its follow-up. */
export async function lockVisit(
  tx: Queryable,
  entryId: string,
  now: Date,
): Promise<VisitRow | undefined> {
  await tx.maybeOne(sql`select from queue_entry where id = ${entryId} for no key update`);
  return findVisit(tx, entryId, now);
}

interface NewFollowUp {
  readonly dueOn: string;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
}

/** Stores the follow-up of a visit, or replaces the one that was set before. */
export async function upsertFollowUp(
  tx: Queryable,
  { id, hospital_id: hospitalId }: VisitRow,
  { dueOn, reason, by: userId, at }: NewFollowUp,
): Promise<void> {
  await tx.run(sql`
    insert into follow_up (entry_id, hospital_id, due_on, reason, changed_at, changed_by, version,
      is_taken_back)
    values (${id}, ${hospitalId}, ${dueOn}, ${reason}, ${at}, ${userId}, 1, false)
    on conflict (entry_id) do update set due_on = excluded.due_on, reason = excluded.reason,
      changed_at = excluded.changed_at, changed_by = excluded.changed_by,
      version = follow_up.version + 1, is_taken_back = false`);
}

/** Takes the follow-up of a visit back; false if none is set. */
export async function writeTakenBack(
  tx: Queryable,
  { id }: VisitRow,
  { by: userId, at }: Pick<NewFollowUp, 'by' | 'at'>,
): Promise<boolean> {
  const row = await tx.maybeOne(returning({ entry_id: f.entry_id })`
    update follow_up as f set is_taken_back = true, reason = '', changed_at = ${at},
      changed_by = ${userId}, version = f.version + 1
    where f.entry_id = ${id} and not f.is_taken_back`);
  return row !== undefined;
}

const dueOn = typed<string>(sql`to_char(f.due_on, 'YYYY-MM-DD')`);
const own = { entry_id: f.entry_id, due_on: dueOn, reason: f.reason };
export type OwnRow = RowOf<typeof own>;

/** The follow-ups of an account's patients, of the latest visits first. */
export function listOfAccount(db: Queryable, accountId: string, limit: number): Promise<OwnRow[]> {
  return db.many(select(own)`
    from patient p join queue_entry e on e.patient_id = p.id join follow_up f on f.entry_id = e.id
    where p.account_id = ${accountId} and not f.is_taken_back
    order by e.joined_at desc, e.id limit ${limit}`);
}

/** Whether the patient `e` has an appointment with the same doctor or line on a day to come. */
const hasBooked = (now: Date): Sql => sql`exists (
  select from appointment a
  where a.patient_id = e.patient_id and a.doctor_id = e.doctor_id
    and a.status = ${bookingStatus.booked} and a.date >= ${hospitalToday(now)})`;
/** Whether the patient `e` was in the same line again in another visit, or is in it now. */
const wasThere = sql`exists (
  select from queue_entry n
  where n.patient_id = e.patient_id and n.doctor_id = e.doctor_id and n.joined_at > f.changed_at
    and coalesce(n.visit_id, n.id) <> coalesce(e.visit_id, e.id)
    and n.status in ${oneOf(['pending_approval', 'waiting', 'in_progress', 'completed'])})`;

const followed = (now: Date) => ({
  entry_id: f.entry_id,
  due_on: dueOn,
  reason: f.reason,
  changed_at: f.changed_at,
  version: f.version,
  is_taken_back: f.is_taken_back,
  line_id: typed<string>(e.doctor_id),
  line_name: typed<string>(sql`coalesce(
    (select shared.name from shared_line shared where shared.id = e.doctor_id),
    (select doctor.name from doctor where doctor.id = e.doctor_id), '')`),
  /** Whether the patient saw a doctor who still works here and thus can be booked. */
  is_doctor: typed<boolean>(sql`exists (
    select from doctor where doctor.id = e.doctor_id and doctor.deactivated_at is null)`),
  patient_id: p.id,
  patient_name: p.name,
  account_id: p.account_id,
  hospital_id: h.id,
  hospital_name: h.name,
  hospital_address: h.address,
  hospital_standing: typed<HospitalVerification>(h.standing),
  is_closed: typed<boolean>(sql`(h.closed_at is not null)`),
  time_zone: h.time_zone,
  has_booked: typed<boolean>(hasBooked(now)),
  was_there: typed<boolean>(wasThere),
});
export type FollowedRow = RowOf<ReturnType<typeof followed>>;

interface DueBetween {
  readonly accountId: string;
  readonly from: Date;
  readonly to: Date;
}

/**
 * The follow-ups of an account's patients that are due in this time, soonest first. Without those
 * for which the patient has booked or come again since, and without those of closed hospitals.
 */
export function listDue(
  db: Queryable,
  { accountId, from, to }: DueBetween,
  now: Date,
  limit: number,
): Promise<FollowedRow[]> {
  return db.many(select(followed(now))`
    from patient p join queue_entry e on e.patient_id = p.id join follow_up f on f.entry_id = e.id
      join hospital h on h.id = e.hospital_id
    where p.account_id = ${accountId} and h.closed_at is null
      and f.due_on >= (${from}::timestamptz at time zone h.time_zone)::date
      and f.due_on <= (${to}::timestamptz at time zone h.time_zone)::date
      and (f.is_taken_back or not (${hasBooked(now)} or ${wasThere}))
    order by f.due_on, f.entry_id limit ${limit}`);
}

/** A follow-up with its patient and doctor, and what the patient has done since. */
export function findFollowed(
  db: Queryable,
  entryId: string,
  now: Date,
): Promise<FollowedRow | undefined> {
  return db.maybeOne(select(followed(now))`
    from follow_up f join queue_entry e on e.id = f.entry_id
      join patient p on p.id = e.patient_id join hospital h on h.id = e.hospital_id
    where f.entry_id = ${entryId}`);
}
