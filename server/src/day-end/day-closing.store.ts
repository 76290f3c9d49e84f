/** All SQL on days closed by the desk, and on undoing that [DAY-1]. */
import type { DoctorStatus } from '@baari/contract/constants.ts';
import type { PointState } from '@baari/contract/lines/shared-line.ts';
import sql from 'sql-template-tag';
import {
  leftJoined,
  returning,
  type RowOf,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { doctorStatus, entryStatus } from '../platform/hospital-sql/statuses.ts';

const c = table('day_closing', 'c');
const d = table('doctor', 'd');
const p = table('service_point', 'p');
const e = table('queue_entry', 'e');
const s = table('planned_stop', 's');
const u = leftJoined('identity.user', 'u');

export interface DoctorBefore {
  readonly id: string;
  readonly status: DoctorStatus;
  /**
   * The time at which the doctor was to be back from the break, ISO 8601; null if no time was
   * announced.
   */
  readonly breakUntil: string | null;
}

export interface PointBefore {
  readonly id: string;
  readonly lineId: string;
  readonly state: PointState;
  readonly by: string | null;
}

export interface PlanBefore {
  readonly visitId: string;
  readonly number: number;
  readonly lineId: string;
  readonly isReturn: boolean;
}

/**
 * The state before a day was closed: doctors, counters and planned steps. Requests and queue
 * entries are not part of it.
 */
export interface DayBefore {
  readonly doctors: readonly DoctorBefore[];
  readonly points: readonly PointBefore[];
  readonly plans: readonly PlanBefore[];
}

/**
 * Reads which doctors are present and which counters are open in these lines, and the planned steps
 * of visits that lead to these lines. The caller holds the locks of the lines.
 */
export async function readDayBefore(tx: Queryable, lineIds: readonly string[]): Promise<DayBefore> {
  const doctors = await tx.many(select({ id: d.id, status: d.status, breakUntil: d.break_until })`
    from doctor d where d.id = any(${[...lineIds]}::uuid[]) and d.status <> ${doctorStatus.Offline}`);
  const points = await tx.many(
    select({ id: p.id, lineId: p.line_id, state: typed<PointState>(p.state), by: p.state_by })`
      from service_point p
      where p.line_id = any(${[...lineIds]}::uuid[]) and p.removed_at is null and p.state <> 'closed'`,
  );
  const plans = await tx.many(
    select({ visitId: s.visit_id, number: s.number, lineId: s.line_id, isReturn: s.is_return })`
      from planned_stop s where exists (
        select from planned_stop n
        where n.visit_id = s.visit_id and n.line_id = any(${[...lineIds]}::uuid[]))`,
  );
  return {
    doctors: doctors.map(({ breakUntil, ...doctor }) => ({
      ...doctor,
      breakUntil: breakUntil?.toISOString() ?? null,
    })),
    points,
    plans,
  };
}

/** Returns those of the given planned steps whose visits no longer have any planned step. */
export async function plansThatEnded(
  tx: Queryable,
  plans: readonly PlanBefore[],
): Promise<readonly PlanBefore[]> {
  const visitIds = [...new Set(plans.map(({ visitId }) => visitId))];
  const left = await tx.many(select({ visit_id: s.visit_id })`
    from planned_stop s where s.visit_id = any(${visitIds}::uuid[])`);
  const kept = new Set(left.map(({ visit_id }) => visit_id));
  return plans.filter(({ visitId }) => !kept.has(visitId));
}

const closing = {
  id: c.id,
  hospital_id: c.hospital_id,
  closed_at: c.closed_at,
  last_part_at: c.last_part_at,
  is_whole: c.is_whole,
  undone_at: c.undone_at,
  entry_ids: c.entry_ids,
  doctors: typed<readonly DoctorBefore[]>(c.doctors),
  points: typed<readonly PointBefore[]>(c.points),
  plans: typed<readonly PlanBefore[]>(c.plans),
  by_name: u.name,
};
export type ClosingRow = RowOf<typeof closing>;

const closings = sql`day_closing c left join identity."user" u on u.id = c.closed_by`;

/**
 * The hospital's latest closing of the day by the desk; undefined if none was stored in the last
 * days.
 */
export function findLatestClosing(
  db: Queryable,
  hospitalId: string,
): Promise<ClosingRow | undefined> {
  return db.maybeOne(select(closing)`
    from ${closings} where c.hospital_id = ${hospitalId}
    order by c.last_part_at desc, c.id limit 1`);
}

/**
 * Reads one closing of the day and locks it until the transaction ends. A closing of another
 * hospital is not found.
 */
export async function lockClosing(
  tx: Queryable,
  id: string,
  hospitalId: string,
): Promise<ClosingRow | undefined> {
  await tx.maybeOne(sql`select from day_closing where id = ${id} for update`);
  return tx.maybeOne(select(closing)`
    from ${closings} where c.id = ${id} and c.hospital_id = ${hospitalId}`);
}

export interface NewClosing extends DayBefore {
  readonly hospitalId: string;
  readonly by: string;
  readonly entryIds: readonly string[];
  readonly isWhole: boolean;
}

/**
 * Stores the changes of a closing of the day. Deletes closings older than a day, which can no
 * longer be undone.
 */
export async function insertClosing(
  tx: Queryable,
  { hospitalId, by, entryIds, isWhole, doctors, points, plans }: NewClosing,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    delete from day_closing
    where hospital_id = ${hospitalId} and last_part_at < ${now}::timestamptz - interval '1 day'`);
  await tx.run(sql`
    insert into day_closing (hospital_id, closed_by, closed_at, last_part_at, is_whole, entry_ids,
      doctors, points, plans)
    values (${hospitalId}, ${by}, ${now}, ${now}, ${isWhole}, ${[...entryIds]}::uuid[],
      ${JSON.stringify(doctors)}::jsonb, ${JSON.stringify(points)}::jsonb,
      ${JSON.stringify(plans)}::jsonb)`);
}

/** Adds the changes of the next batch to the closing of the day that they belong to. */
export async function extendClosing(
  tx: Queryable,
  id: string,
  { entryIds, isWhole, doctors, points, plans }: NewClosing,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update day_closing set last_part_at = ${now}, is_whole = ${isWhole},
      entry_ids = entry_ids || ${[...entryIds]}::uuid[],
      doctors = doctors || ${JSON.stringify(doctors)}::jsonb,
      points = points || ${JSON.stringify(points)}::jsonb,
      plans = plans || ${JSON.stringify(plans)}::jsonb
    where id = ${id}`);
}

export async function markClosingUndone(
  tx: Queryable,
  id: string,
  by: string,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update day_closing set undone_at = ${now}, undone_by = ${by} where id = ${id}`);
}

/**
 * Lists the requests and entries that the closing of the day closed and that have not changed
 * since. The last entry of each line comes first.
 */
export async function listStillClosed(
  tx: Queryable,
  { entry_ids: ids, closed_at: from, last_part_at: to }: ClosingRow,
): Promise<{ readonly id: string; readonly lineId: string }[]> {
  return tx.many(select({ id: e.id, lineId: e.doctor_id })`
    from queue_entry e
    where e.id = any(${[...ids]}::uuid[]) and e.status = ${entryStatus.cancelled}
      and e.close_reason = 'day_ended' and e.ended_at between ${from} and ${to}
    order by e.doctor_id, e.order_key desc nulls first, e.joined_at desc, e.id`);
}

/**
 * Returns those of the given doctors whom the closing of the day set Offline and whose status has
 * not changed since.
 */
export async function listStillOffline(
  tx: Queryable,
  ids: readonly string[],
  { closed_at: from, last_part_at: to }: ClosingRow,
): Promise<ReadonlySet<string>> {
  const rows = await tx.many(select({ id: d.id })`
    from doctor d join doctor_queue q on q.doctor_id = d.id
    where d.id = any(${[...ids]}::uuid[]) and d.status = ${doctorStatus.Offline}
      and q.interrupted_at between ${from} and ${to}`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Reopens the counters that the closing of the day closed and that nobody has changed since.
 * Returns the ids of their lines.
 */
export async function reopenPoints(
  tx: Queryable,
  points: readonly PointBefore[],
  { closed_at: from, last_part_at: to }: ClosingRow,
  now: Date,
): Promise<string[]> {
  const opened = await tx.many(returning({ line_id: p.line_id })`
    update service_point p set state = given.state, state_by = given.by, state_since = ${now}
    from unnest(${points.map(({ id }) => id)}::uuid[], ${points.map(({ state }) => state)}::text[],
      ${points.map(({ by }) => by)}::uuid[]) as given (id, state, by)
    where p.id = given.id and p.removed_at is null and p.state_by is null
      and p.state_since between ${from} and ${to}`);
  return [...new Set(opened.map(({ line_id }) => line_id))];
}

/** Restores the planned steps of visits for which no newer steps were planned. */
export async function restorePlans(tx: Queryable, plans: readonly PlanBefore[]): Promise<void> {
  await tx.run(sql`
    insert into planned_stop (visit_id, number, line_id, is_return)
    select given.visit_id, given.number, given.line_id, given.is_return
    from unnest(${plans.map(({ visitId }) => visitId)}::uuid[],
        ${plans.map(({ number }) => number)}::int[], ${plans.map(({ lineId }) => lineId)}::uuid[],
        ${plans.map(({ isReturn }) => isReturn)}::bool[])
      as given (visit_id, number, line_id, is_return)
    where exists (select from queue_entry e where e.id = given.visit_id)
      and not exists (select from planned_stop s where s.visit_id = given.visit_id)`);
}
