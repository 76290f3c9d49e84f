/** All SQL on visits of several steps and their planned steps [LINE-3, LINE-4]. */
import type { DoctorStatus } from '@baari/contract/constants.ts';
import { maxNextStops, maxStops } from '@baari/contract/lines/journey.ts';
import type { LineNames } from '@baari/contract/lines/line-names.ts';
import type { OrderRule } from '@baari/contract/lines/shared-line.ts';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import { leftJoined, type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { doctorStatus, entryStatus } from '../../platform/hospital-sql/statuses.ts';
import { goneBefore } from '../../queue/transfer/going-on.rules.ts';
import { visitsGoingOn, waitsForClosed } from '../../queue/transfer/going-on.store.ts';
import type { Token } from '../../queue/tokens/token.rules.ts';
import { isPresent } from '../../waits/line-columns.store.ts';
import { returns } from '../points/counter.store.ts';

const e = table('queue_entry', 'e');
const n = table('planned_stop', 'n');
const line = table('line', 'line');
const l = leftJoined('shared_line', 'l');

/** How many visits are read in one query. */
const visitsAtOnce = 100;

/** Excludes a step whose check-in was undone. */
const isStop = sql`not (e.status = ${entryStatus.cancelled} and e.last_action = 'undo_check_in')`;

/**
 * The ids of all steps of an entry's visit, in order. If the visit has only one step, the result is
 * the entry's own id.
 */
export async function listStopIds(db: Queryable, entryId: string): Promise<string[]> {
  const rows = await db.many(select({ id: e.id })`
    from queue_entry own join queue_entry e
      on e.id = own.id or e.visit_id = own.visit_id
    where own.id = ${entryId} and (${isStop} or e.id = own.id)
    order by e.joined_at, e.id limit ${maxStops}`);
  return rows.map(({ id }) => id);
}

const linkOf = {
  id: e.id,
  line_id: e.doctor_id,
  hospital_id: e.hospital_id,
  patient_id: e.patient_id,
  visit_id: e.visit_id,
  sent_from_id: e.sent_from_id,
  is_return: e.is_return,
  was_planned: e.was_planned,
  status: e.status,
  joined_at: e.joined_at,
  moved_from_line_id: e.moved_from_doctor_id,
};
export type StopLink = RowOf<typeof linkOf>;

export function findStop(db: Queryable, entryId: string): Promise<StopLink | undefined> {
  return db.maybeOne(select(linkOf)`from queue_entry e where e.id = ${entryId}`);
}

const passedOn = {
  token: e.token,
  day: e.token_day,
  number: e.token_number,
  line_id: typed<string>(sql`coalesce(e.token_doctor_id, e.doctor_id)`),
  /** The time at which the visit began. */
  arrived_at: typed<Date>(sql`coalesce(
    (select first.joined_at from queue_entry first where first.id = e.visit_id), e.joined_at)`),
};

/**
 * The data that each step of a visit inherits: the token, the line that issued it, and the start of
 * the visit.
 */
export async function findPassedOn(
  tx: Queryable,
  entryId: string,
): Promise<{ token: Token | undefined; tokenLineId: string; arrivedAt: Date }> {
  const row = await tx.one(select(passedOn)`from queue_entry e where e.id = ${entryId}`);
  const { token: text, day, number } = row;
  return {
    token: text === null || day === null || number === null ? undefined : { text, day, number },
    tokenLineId: row.line_id,
    arrivedAt: row.arrived_at,
  };
}

/** Marks the entry as the first step of a visit of several steps. */
export async function beginVisit(tx: Queryable, entryId: string): Promise<void> {
  await tx.run(
    sql`update queue_entry set visit_id = id where id = ${entryId} and visit_id is null`,
  );
}

/** Whether a visit has been served in a line before. */
export async function hasBeenIn(tx: Queryable, visitId: string, lineId: string): Promise<boolean> {
  const found = typed<boolean>(sql`exists (select from queue_entry e
    where (e.visit_id = ${visitId} or e.id = ${visitId}) and e.doctor_id = ${lineId}
      and e.status = ${entryStatus.completed})`);
  return (await tx.one(select({ found })``)).found;
}

const planned = { line_id: n.line_id, is_return: n.is_return };
export type PlannedRow = RowOf<typeof planned>;

/** The planned steps in order, without removed lines and deactivated doctors. */
export function listPlanned(db: Queryable, visitId: string): Promise<PlannedRow[]> {
  return db.many(select(planned)`
    from planned_stop n left join shared_line l on l.id = n.line_id
      left join doctor d on d.id = n.line_id
    where n.visit_id = ${visitId} and l.removed_at is null and d.deactivated_at is null
    order by n.number limit ${maxStops}`);
}

/**
 * Open visits with a step planned in a line. `e` is the entry of the visit's present or last step.
 */
const visitsThatPlan = (lineId: string, now: Date) => sql`(
  select distinct n.visit_id from planned_stop n where n.line_id = ${lineId}) v
  join lateral (
    select last.id, last.doctor_id, last.status, last.patient_id, last.ended_at from queue_entry last
    where (last.id = v.visit_id or last.visit_id = v.visit_id)
      and not (last.status = ${entryStatus.cancelled} and last.last_action = 'undo_check_in')
    order by last.joined_at desc, last.id desc limit 1) e
    on e.ended_at is null
      or (e.status = ${entryStatus.completed} and e.ended_at >= ${goneBefore(now)}
        and not exists (select from queue_entry open
          where open.patient_id = e.patient_id and open.ended_at is null))`;

const v = table('planned_stop', 'v');
const planning = {
  visitId: v.visit_id,
  entryId: e.id,
  patientId: e.patient_id,
  /** The line of the visit's present or last step. */
  lineId: e.doctor_id,
  isThere: typed<boolean>(sql`e.ended_at is null`),
};

/**
 * Lists up to a hundred visits with a step planned in a line, in order of entry id. The list begins
 * after a given entry.
 */
export function listVisitsThatPlan(
  tx: Queryable,
  lineId: string,
  now: Date,
  after?: string,
): Promise<RowOf<typeof planning>[]> {
  return tx.many(select(planning)`
    from ${visitsThatPlan(lineId, now)}
    where ${after === undefined ? sql`true` : sql`e.id > ${after}`}
    order by e.id limit ${visitsAtOnce}`);
}

/**
 * All lines whose locks protect the plans of visits with a step planned in a line. The caller locks
 * all of them before it changes a plan.
 */
export async function listLinesThatPlan(
  tx: Queryable,
  lineId: string,
  now: Date,
): Promise<string[]> {
  const id = typed<string>(sql`guards.id`);
  const rows = await tx.many(select({ id })`
    from (select e.doctor_id as id from ${visitsThatPlan(lineId, now)}
      union select p.line_id from ${visitsThatPlan(lineId, now)}
        join planned_stop p on p.visit_id = v.visit_id) guards
    order by guards.id`);
  return rows.map((row) => row.id);
}

interface Waited {
  readonly lineId: string;
  /** Only visits whose last step ended between `since` and `until` are listed. */
  readonly since: Date;
  readonly until: Date;
  /** Only visits whose last step is one of these entries are listed. */
  readonly entryIds?: readonly string[] | undefined;
}

function ofThese(entryIds: Waited['entryIds']): Sql {
  return entryIds === undefined ? empty : sql`and e.id = any(${entryIds}::uuid[])`;
}

/**
 * The visits that wait to enter a line, at most `limit`. Returns the entry of each visit's last
 * finished step, earliest first.
 */
export async function listWaitingFor(
  tx: Queryable,
  { lineId, since, until, entryIds }: Waited,
  limit: number,
): Promise<string[]> {
  const rows = await tx.many(select({ id: e.id })`
    from ${visitsGoingOn}
    where n.line_id = ${lineId} and e.ended_at between ${since} and ${until} ${ofThese(entryIds)}
    order by e.ended_at, e.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Whether an entry is the last step of a visit that still has a planned step but waits in no line.
 */
export async function isGoingOn(db: Queryable, entryId: string, now: Date): Promise<boolean> {
  const found = typed<boolean>(sql`exists (select from ${visitsGoingOn}
    where e.id = ${entryId} and e.ended_at >= ${goneBefore(now)})`);
  return (await db.one(select({ found })``)).found;
}

/**
 * The name of the closed line for which a visit waits. Undefined if the line is open or if no step
 * is planned.
 */
export async function findAwaitedLine(
  db: Queryable,
  entryId: string,
  now: Date,
): Promise<{ readonly name: string; readonly names: LineNames } | undefined> {
  const name = typed<string>(sql`coalesce(od.name, os.name)`);
  const names = typed<LineNames>(sql`coalesce(os.names, '{}')`);
  return db.maybeOne(select({ name, names })`
    from ${visitsGoingOn}
      left join doctor od on od.id = n.line_id left join shared_line os on os.id = n.line_id
    where e.id = ${entryId} and e.ended_at >= ${goneBefore(now)} and ${waitsForClosed}`);
}

/**
 * Since when a line accepts no patients, at most half a day ago. Undefined while the line accepts
 * patients.
 */
export async function findClosedSince(
  tx: Queryable,
  lineId: string,
  now: Date,
): Promise<Date | undefined> {
  const since = typed<Date>(
    sql`greatest(coalesce(od.shut_since, os.shut_since), ${goneBefore(now)}::timestamptz)`,
  );
  const row = await tx.maybeOne(select({ since })`
    from line left join doctor od on od.id = line.id left join shared_line os on os.id = line.id
    where line.id = ${lineId} and (od.status = ${doctorStatus.Offline} or not os.is_open)`);
  return row?.since;
}

/**
 * Backdates the time at which a line was closed to when the first of these visits became due for
 * the line. The visits then stay due.
 */
export async function keepWaiting(
  tx: Queryable,
  { lineId, since, until, entryIds }: Waited,
): Promise<void> {
  const first = sql`(
    select min(e.ended_at) as done_at from ${visitsGoingOn}
    where n.line_id = ${lineId} and e.ended_at between ${since} and ${until} ${ofThese(entryIds)}) first`;
  await tx.run(sql`
    update doctor o set shut_since = first.done_at from ${first}
    where o.id = ${lineId} and o.shut_since > first.done_at`);
  await tx.run(sql`
    update shared_line o set shut_since = first.done_at from ${first}
    where o.id = ${lineId} and o.shut_since > first.done_at`);
}

/**
 * Ends the visits whose next planned step is in this line and whose last step ended at or before
 * `until`.
 */
export async function endPlansFor(tx: Queryable, lineId: string, until: Date): Promise<void> {
  await tx.run(sql`
    delete from planned_stop where visit_id in (
      select n.visit_id from ${visitsGoingOn}
      where n.line_id = ${lineId} and e.ended_at <= ${until})`);
}

/** Replaces a visit's planned steps with the given steps. */
export async function replacePlanned(
  tx: Queryable,
  visitId: string,
  stops: readonly PlannedRow[],
): Promise<void> {
  await tx.run(sql`delete from planned_stop where visit_id = ${visitId}`);
  await tx.run(sql`
    insert into planned_stop (visit_id, number, line_id, is_return)
    select ${visitId}, given.number, given.line_id, given.is_return
    from unnest(${stops.map(({ line_id }) => line_id)}::uuid[],
      ${stops.map(({ is_return }) => is_return)}::bool[])
      with ordinality as given (line_id, is_return, number)`);
}

/**
 * A line's rule for the position of transferred patients; doctors' own lines have no stored rule.
 */
export function findOrderRule(
  tx: Queryable,
  lineId: string,
): Promise<{ order: OrderRule; every: number; callsSinceReturn: number } | undefined> {
  const s = table('shared_line', 's');
  const rule = {
    order: typed<OrderRule>(s.order_rule),
    every: s.returns_every,
    callsSinceReturn: s.calls_since_return,
  };
  return tx.maybeOne(select(rule)`from shared_line s where s.id = ${lineId}`);
}

const member = {
  id: e.id,
  returns,
  isAway: typed<boolean>(sql`not ${isPresent(sql`e`)}`),
  joinedAt: passedOn.arrived_at,
};

/**
 * Lists the waiting entries of a line in order, with the start of each visit and whether the
 * patient returns to the line.
 */
export function listMembers(tx: Queryable, lineId: string): Promise<RowOf<typeof member>[]> {
  return tx.many(select(member)`
    from queue_entry e where e.doctor_id = ${lineId} and e.status = ${entryStatus.waiting}
    order by e.order_key, e.id`);
}

const target = {
  id: line.id,
  name: typed<string>(sql`coalesce(d.name, l.name)`),
  names: typed<LineNames>(sql`coalesce(l.names, '{}')`),
  department: typed<string | null>(sql`coalesce(d.department, l.department)`),
  room: typed<string | null>(sql`coalesce(d.room, l.room)`),
  service: typed<ServiceKind | null>(l.kind),
  status: typed<DoctorStatus>(sql`coalesce(d.status,
    case when l.is_open then ${doctorStatus.Available} else ${doctorStatus.Offline} end)`),
  /** Since when the line accepts no patients; null if unknown. */
  shut_since: typed<Date | null>(sql`coalesce(d.shut_since, l.shut_since)`),
  waiting: typed<number>(sql`(select count(*) from queue_entry e
    where e.doctor_id = line.id and e.status = ${entryStatus.waiting})`),
};
export type TargetRow = RowOf<typeof target>;

const linesThere = sql`
  line left join doctor d on d.id = line.id left join shared_line l on l.id = line.id`;

/**
 * Lists lines of a hospital to which a patient can be transferred, up to the limit. The lines in
 * `first` come first, then shared lines, then doctors’ lines, each group by name.
 */
export function listTargets(
  db: Queryable,
  hospitalId: string,
  first: readonly string[],
): Promise<TargetRow[]> {
  return db.many(select(target)`
    from ${linesThere}
    where line.hospital_id = ${hospitalId} and d.deactivated_at is null and l.removed_at is null
    order by line.id = any(${first}::uuid[]) desc, l.id is null, lower(coalesce(d.name, l.name)),
      line.id limit ${maxNextStops}`);
}

/** Reads lines by their ids, whether they are open, closed or removed. */
export function listTargetsById(db: Queryable, ids: readonly string[]): Promise<TargetRow[]> {
  return db.many(select(target)`
    from ${linesThere} where line.id = any(${ids}::uuid[]) limit ${maxNextStops}`);
}

/** The lines to which patients usually go after this line, most likely first. */
export async function listUsualNext(db: Queryable, lineId: string): Promise<string[]> {
  const u = table('next_line', 'u');
  const rows = await db.many(select({ next_id: u.next_id })`
    from next_line u where u.line_id = ${lineId} order by u.number limit ${maxNextStops}`);
  return rows.map(({ next_id }) => next_id);
}
