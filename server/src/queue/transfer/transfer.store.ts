/** All SQL on moving entries to another doctor's line [DAY-3]. */
import type { DoctorStatus } from '@baari/contract/constants.ts';
import sql, { type Sql } from 'sql-template-tag';
import { limitFactsOf, requestStateOf } from '../../limits/limits.rules.ts';
import { limitColumns, usedColumns, usedNow } from '../../limits/limits.store.ts';
import { returning, type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { entriesInLine, entriesToCome, entryStatus } from '../../platform/hospital-sql/statuses.ts';
import { countsAsWith } from '../../waits/visit-kind.store.ts';
import type { Arrived, Taker } from './transfer.rules.ts';

const d = table('doctor', 'd');
const e = table('queue_entry', 'e');

const owner = {
  id: d.id,
  hospital_id: d.hospital_id,
  status: typed<DoctorStatus>(d.status),
  is_deactivated: typed<boolean>(sql`d.deactivated_at is not null`),
};
type LineOwner = RowOf<typeof owner>;

export function findLineOwner(db: Queryable, doctorId: string): Promise<LineOwner | undefined> {
  return db.maybeOne(select(owner)`from doctor d where d.id = ${doctorId}`);
}

const h = table('hospital', 'h');
const taker = {
  id: d.id,
  status: typed<DoctorStatus>(d.status),
  waiting: typed<number>(sql`line.waiting`),
  is_consulting: typed<boolean>(sql`line.is_consulting`),
  ...limitColumns,
  ...usedColumns,
  time_zone: h.time_zone,
};

function takerOf(row: RowOf<typeof taker>, now: Date): Taker {
  const { id, status, waiting, is_consulting: isConsulting } = row;
  const hasRoom = requestStateOf(limitFactsOf(row), now, 'staff') === 'open';
  return { id, status, waiting, isConsulting, hasRoom };
}

/** SQL for the limits of the line of doctor `d`, and how much of each limit is used. */
function limitsOfDoctor(now: Date): Sql {
  return sql`join doctor_queue q on q.doctor_id = d.id join hospital h on h.id = d.hospital_id,
    ${usedNow(now)}`;
}

/** SQL for the number of open entries of doctor `d`. */
const lineOfDoctor = sql`(
  select count(*) filter (where e.status = ${entryStatus.waiting}) as waiting,
    count(*) filter (where e.status = ${entryStatus.in_progress}) > 0 as is_consulting
  from queue_entry e
  where e.doctor_id = d.id and e.status in ${entriesInLine}) line`;

/** Lists the practising doctors of this doctor's department, by name. */
export async function listTakers(db: Queryable, doctorId: string, now: Date): Promise<Taker[]> {
  const rows = await db.many(select(taker)`
    from doctor own join doctor d on d.hospital_id = own.hospital_id
      and d.department = own.department and d.id <> own.id ${limitsOfDoctor(now)},
      lateral ${lineOfDoctor}
    where own.id = ${doctorId} and d.deactivated_at is null
    order by lower(d.name), d.id`);
  return rows.map((row) => takerOf(row, now));
}

/** The practising doctors of a department, by name. */
export async function listOfDepartment(
  db: Queryable,
  hospitalId: string,
  department: string,
  now: Date,
): Promise<Taker[]> {
  const rows = await db.many(select(taker)`
    from doctor d ${limitsOfDoctor(now)}, lateral ${lineOfDoctor}
    where d.hospital_id = ${hospitalId} and d.department = ${department}
      and d.deactivated_at is null
    order by lower(d.name), d.id`);
  return rows.map((row) => takerOf(row, now));
}

/** Finds the line of an entry; undefined for an entry of another hospital. */
export async function findLineOfEntry(
  db: Queryable,
  entryId: string,
  hospitalId: string,
): Promise<string | undefined> {
  const row = await db.maybeOne(select({ line_id: e.doctor_id })`
    from queue_entry e where e.id = ${entryId} and e.hospital_id = ${hospitalId}`);
  return row?.line_id;
}

/** All waiting and pending entries of a doctor, by arrival. */
export async function listToMove(tx: Queryable, doctorId: string): Promise<string[]> {
  const rows = await tx.many(select({ id: e.id })`
    from queue_entry e
    where e.doctor_id = ${doctorId} and e.status in ${entriesToCome}
    order by e.joined_at, e.id`);
  return rows.map(({ id }) => id);
}

/** The arrival times of the patients who wait in a line, in the order of the line. */
export async function listArrivals(tx: Queryable, doctorId: string): Promise<Arrived[]> {
  const rows = await tx.many(select({ joined_at: e.joined_at })`
    from queue_entry e where e.doctor_id = ${doctorId} and e.status = ${entryStatus.waiting}
    order by e.order_key, e.id`);
  return rows.map(({ joined_at }) => ({ joinedAt: joined_at }));
}

/**
 * The shared line that called a patient who is with a doctor. Undefined if the patient was called
 * from the doctor's own line, or if the shared line was removed.
 */
export function findLineOfCall(
  db: Queryable,
  entryId: string,
): Promise<{ readonly lineId: string; readonly doctorId: string } | undefined> {
  const l = table('shared_line', 'l');
  return db.maybeOne(select({ lineId: l.id, doctorId: e.doctor_id })`
    from queue_entry e join shared_line l on l.id = e.moved_from_doctor_id
    where e.id = ${entryId} and e.status = ${entryStatus.in_progress} and not e.is_shared
      -- Moved by the call itself, at the same moment.
      and e.moved_at = e.started_at and l.removed_at is null`);
}

interface Move {
  readonly entryId: string;
  readonly to: string;
  /** The sort key of the entry in the new line; undefined for a pending entry. */
  readonly orderKey: number | undefined;
  readonly version: number;
  readonly by: string;
  readonly at: Date;
  readonly kind: MoveKind;
  /**
   * If the new line was the next planned step: whether that step is a return. Undefined if the new
   * line was not the next planned step.
   */
  readonly planned: boolean | undefined;
}

/**
 * `on_hold`: the entry goes back to the line that called, and the patient stays on hold in that
 * line after the missed call. `undone`: a move is undone, and everything is as before the move.
 * `undone_told`: a move is undone, and the patient is notified.
 */
export type MoveKind = 'sent' | 'called' | 'on_hold' | 'undone' | 'undone_told';

/**
 * Moves an entry to another doctor's line. The entry keeps its token and the reference to the line
 * that issued the token. A missed call at the former doctor is cleared.
 */
export async function writeMove(tx: Queryable, move: Move): Promise<void> {
  await tx.run(sql`
    update queue_entry set doctor_id = ${move.to},
      is_shared = exists (select from shared_line where id = ${move.to}), service_point_id = null,
      order_key = ${move.orderKey ?? null},
      token_doctor_id = case when token is not null then coalesce(token_doctor_id, doctor_id) end,
      ${cameHere(move)}, counts_as = ${countsAsWith(move.to)},
      changed_version = ${move.version}, changed_at = ${move.at}, changed_by = ${move.by},
      last_action = 'move'
    where id = ${move.entryId}`);
}

/**
 * Removes the next planned step if the patient now joins the line of that step. The patient then
 * does not visit the line twice [LINE-3].
 */
export async function fulfilPlan(
  tx: Queryable,
  visitId: string,
  lineId: string,
): Promise<{ readonly isReturn: boolean } | undefined> {
  const n = table('planned_stop', 'n');
  return tx.maybeOne(returning({ isReturn: n.is_return })`
    delete from planned_stop n where n.visit_id = ${visitId} and n.line_id = ${lineId}
      and n.number = (select min(number) from planned_stop where visit_id = ${visitId})`);
}

function cameHere({ kind, at, planned }: Move): Sql {
  if (kind === 'on_hold') return sql`${movedNowhere}, before_move = null`;
  if (kind === 'undone') return sql`${asBefore}, ${movedAsBefore}, before_move = null`;
  const moved = sql`moved_from_doctor_id = doctor_id, moved_at = ${at}`;
  if (kind === 'undone_told') return sql`${moved}, ${asBefore}, before_move = null`;
  const before =
    kind === 'sent'
      ? sql`jsonb_strip_nulls(jsonb_build_object('key', order_key,
    'from', moved_from_doctor_id, 'at', moved_at, 'called', called_at, 'back', back_at,
    'missed', missed_calls, 'planned', ${planned ?? null}::boolean))`
      : sql`null`;
  return sql`${moved}, called_at = null, back_at = null, missed_calls = 0, before_move = ${before}`;
}

const movedNowhere = sql`moved_from_doctor_id = null, moved_at = null`;
const movedAsBefore = sql`moved_from_doctor_id = (before_move ->> 'from')::uuid,
  moved_at = (before_move ->> 'at')::timestamptz`;
const asBefore = sql`called_at = (before_move ->> 'called')::timestamptz,
  back_at = (before_move ->> 'back')::timestamptz,
  missed_calls = coalesce((before_move ->> 'missed')::int, 0)`;

const beforeMove = {
  lineId: typed<string>(e.moved_from_doctor_id),
  movedAt: typed<Date>(e.moved_at),
  /** The position in the former line, behind the patients who were ahead and still wait. */
  place: typed<number>(sql`(select count(*) + 1 from queue_entry o
    where o.doctor_id = e.moved_from_doctor_id and o.status = ${entryStatus.waiting}
      and o.order_key < (e.before_move ->> 'key')::float8)`),
  /**
   * If the move removed a planned step: whether that step was a return. Null if the move removed no
   * planned step.
   */
  planned: typed<boolean | null>(sql`(e.before_move ->> 'planned')::boolean`),
};
export type BeforeMove = RowOf<typeof beforeMove>;

/** Reads the state of a waiting entry before its last move; undefined if no move can be undone. */
export function findBeforeMove(tx: Queryable, entryId: string): Promise<BeforeMove | undefined> {
  return tx.maybeOne(select(beforeMove)`
    from queue_entry e where e.id = ${entryId} and e.before_move ->> 'key' is not null
      and e.moved_from_doctor_id is not null and e.moved_at is not null`);
}
