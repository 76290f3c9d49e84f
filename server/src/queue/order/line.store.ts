/**
 * All SQL on the order of a doctor's line: sort keys between neighbours, and the reasons of
 * position changes [INV-1, INV-12].
 */
import type { PlaceReason } from '@baari/contract/constants.ts';
import type { InLine } from '@baari/contract/queue/line.ts';
import sql from 'sql-template-tag';
import { select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { entryStatus } from '../../platform/hospital-sql/statuses.ts';
import type { LineMember, Shift } from './line.rules.ts';
import { keyBetween } from '../queue.rules.ts';

const e = table('queue_entry', 'e');
/** The sort key of the entry in its line. Every waiting entry has a sort key. */
const key = typed<number>(e.order_key);

export async function countWaiting(tx: Queryable, doctorId: string): Promise<number> {
  const row = await tx.one(select({ waiting: typed<number>(sql`count(*)`) })`
    from queue_entry e where e.doctor_id = ${doctorId} and e.status = ${entryStatus.waiting}`);
  return row.waiting;
}

/** Reads the sort keys of the waiting neighbours of a position. The entry itself is left out. */
async function keysAround(
  tx: Queryable,
  doctorId: string,
  entryId: string,
  place: number,
): Promise<{ before: number | undefined; after: number | undefined }> {
  const rows = await tx.many(select({ order_key: key })`
    from queue_entry e
    where e.doctor_id = ${doctorId} and e.status = ${entryStatus.waiting} and e.id <> ${entryId}
    order by e.order_key, e.id offset ${Math.max(0, place - 2)} limit 2`);
  const keys = rows.map((row) => row.order_key);
  return place === 1 ? { before: undefined, after: keys[0] } : { before: keys[0], after: keys[1] };
}

export async function lastKey(tx: Queryable, doctorId: string): Promise<number | undefined> {
  const row = await tx.maybeOne(select({ order_key: key })`
    from queue_entry e where e.doctor_id = ${doctorId} and e.status = ${entryStatus.waiting}
    order by e.order_key desc, e.id desc limit 1`);
  return row?.order_key;
}

export interface PlaceFor {
  readonly doctorId: string;
  readonly entryId: string;
  readonly place: number;
  /** An upper limit: the new sort key must also be lower than this key. */
  readonly notBehind?: number | null;
  /**
   * The entry's sort key from before it left the line. It is used again if it fits the new
   * position; null if the entry has no former key.
   */
  readonly former?: number | null;
}

/** The sort key for a position, for an entry that joins the line or moves within it. */
export async function keyAt(tx: Queryable, wanted: PlaceFor, now: Date): Promise<number> {
  const { doctorId, entryId, place, notBehind = null, former = null } = wanted;
  const { before, after } = await keysAround(tx, doctorId, entryId, place);
  const isBetween =
    former !== null && (before ?? -Infinity) < former && former < (after ?? Infinity);
  if (isBetween) return former;
  const behind = notBehind === null || after === undefined ? after : Math.min(after, notBehind);
  const key = keyBetween(before, behind);
  if (key !== undefined) return key;
  await renumberLine(tx, doctorId, now);
  const roomy = await keysAround(tx, doctorId, entryId, place);
  return keyBetween(roomy.before, roomy.after) ?? Math.floor(roomy.before ?? 0) + 1;
}

export async function writeKey(tx: Queryable, entryId: string, key: number): Promise<void> {
  await tx.run(sql`update queue_entry set order_key = ${key} where id = ${entryId}`);
}

/**
 * Renumbers a line 1, 2, 3 … in its present order, which makes room between the keys. Entries that
 * left within two days are included, since they may be restored.
 */
async function renumberLine(tx: Queryable, doctorId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update queue_entry set order_key = line.place
    from (select id, row_number() over (order by order_key, id) as place
      from queue_entry where doctor_id = ${doctorId} and order_key is not null
        and (status = ${entryStatus.waiting}
          or ended_at > ${now}::timestamptz - interval '2 days')) line
    where queue_entry.id = line.id`);
}

/** Whether the entry is on hold: the patient was called and is not back yet. */
const away = typed<boolean>(sql`(e.called_at is not null and e.back_at is null)`);

/**
 * Makes sure that the first patient in line can be called. If patients on hold are at the front,
 * the first patient who can be called moves ahead of them. Returns whether the move was needed.
 */
export async function settleLine(tx: Queryable, doctorId: string): Promise<boolean> {
  const head = await tx.maybeOne(select({ order_key: key, is_away: away })`
    from queue_entry e
    where e.doctor_id = ${doctorId} and e.status = ${entryStatus.waiting} order by e.order_key, e.id limit 1`);
  if (head?.is_away !== true) return false;
  const promoted = await tx.run(sql`
    update queue_entry set order_key = ${Math.ceil(head.order_key) - 1}
    where id = (select e.id from queue_entry e
      where e.doctor_id = ${doctorId} and e.status = ${entryStatus.waiting} and not ${away}
      order by e.order_key, e.id limit 1)`);
  return promoted === 1;
}

/** The ids of the waiting entries in order. */
export async function listLineIds(tx: Queryable, doctorId: string): Promise<string[]> {
  const rows = await tx.many(select({ id: e.id })`
    from queue_entry e where e.doctor_id = ${doctorId} and e.status = ${entryStatus.waiting}
    order by e.order_key, e.id`);
  return rows.map((row) => row.id);
}

/** Reads the waiting entries of a line in order, and which of them are on hold. */
export async function listLineOrder(
  tx: Queryable,
  doctorId: string,
): Promise<(InLine & { readonly id: string })[]> {
  const rows = await tx.many(select({ id: e.id, called_at: e.called_at, back_at: e.back_at })`
    from queue_entry e
    where e.doctor_id = ${doctorId} and e.status = ${entryStatus.waiting} order by e.order_key, e.id`);
  return rows.map(({ id, called_at, back_at }) => ({
    id,
    hold: called_at === null ? null : { backAt: back_at },
  }));
}

const lineMember = {
  id: e.id,
  line_number: e.line_number,
  urgency: e.urgency,
  joined_at: e.joined_at,
  due_at: e.due_at,
  order_key: key,
  /** The time at which the entry was approved. Every waiting entry has been approved. */
  approved_at: typed<Date>(e.approved_at),
  overtaken: typed<number>(sql`
    (select count(*) from queue_entry o
      where o.doctor_id = e.doctor_id and o.started_at > e.approved_at
        and o.line_number > e.line_number)`),
  called_at: e.called_at,
  back_at: e.back_at,
  counts_as: e.counts_as,
};

/**
 * Reads the waiting entries in order. Each has the number of patients who arrived later but were
 * called in earlier.
 */
export async function listLineMembers(tx: Queryable, doctorId: string): Promise<LineMember[]> {
  const rows = await tx.many(select(lineMember)`
    from queue_entry e
    where e.doctor_id = ${doctorId} and e.status = ${entryStatus.waiting}
    order by e.order_key, e.id`);
  return rows.map((row) => ({
    id: row.id,
    lineNumber: row.line_number,
    urgency: row.urgency,
    joinedAt: row.joined_at,
    dueAt: row.due_at,
    key: row.order_key,
    since: row.approved_at,
    overtaken: row.overtaken,
    countsAs: row.counts_as,
    hold: row.called_at === null ? null : { backAt: row.back_at },
  }));
}

/**
 * Records which patients changed position because of a move, a missed call or a return, and why
 * [INV-12].
 */
export async function recordPlaceChanges(
  tx: Queryable,
  shifts: readonly Shift[],
  cause: {
    readonly entryId: string;
    /**
     * The person who caused the change. Null if a rule caused it, or a patient who used a ticket's
     * link.
     */
    readonly by: string | null;
    readonly reason: PlaceReason;
    readonly at: Date;
  },
): Promise<void> {
  if (shifts.length === 0) return;
  await tx.run(sql`
    insert into place_change (entry_id, at, from_place, to_place, reason, moved_entry_id, moved_by)
    select shift.id, ${cause.at}, shift.from_place, shift.to_place, ${cause.reason},
      ${cause.entryId}, ${cause.by}
    from unnest(${shifts.map((shift) => shift.id)}::uuid[],
      ${shifts.map((shift) => shift.from)}::int[],
      ${shifts.map((shift) => shift.to)}::int[]) as shift (id, from_place, to_place)`);
}
