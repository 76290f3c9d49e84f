/**
 * The event log: one row per change, written in the change's own transaction [INV-5]. Readers read in the
 * order (transaction id, id), and only below the oldest running transaction, so that no event appears behind
 * a reader [INV-6].
 */
import sql, { type Sql } from 'sql-template-tag';
import type { Cursor } from './cursor.rules.ts';
import { type Queryable, send } from '../database/database.ts';
import {
  type leftJoined,
  returning,
  type RowOf,
  rows,
  select,
  table,
  typed,
} from '../database/columns.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import { inOneStatement } from '../database/one-statement.ts';
import { packBody, unpackBody } from './packed-body.ts';

export interface NewEvent {
  readonly type: string;
  readonly at: Date;
  readonly hospitalId: string;
  readonly doctorId: string;
  /** The entry; null for a change that concerns no entry, such as a doctor's status. */
  readonly entryId: string | null;
  /** The account of the patient concerned; null for a walk-in or for no patient. */
  readonly accountId: string | null;
  readonly body: object;
}

export interface LoggedEvent extends Omit<NewEvent, 'body'> {
  readonly cursor: Cursor;
  readonly body: unknown;
}

const writers = new WeakMap<Queryable, Set<string>>();
/** The number of the latest event recorded with a transaction's handle. */
const latest = new WeakMap<Queryable, number>();

/**
 * Draws the number of a coming event from the sequence, together with an earlier read. The caller then knows
 * the number without waiting for the insert; unused numbers leave gaps.
 */
export const drawnNumber = typed<number>(sql`nextval('event_id_seq')`);

/**
 * Whether an event was recorded with this transaction's handle, so that listeners must be notified after the
 * commit.
 */
export function hasRecordedEvent(tx: Queryable): boolean {
  return writers.has(tx);
}

/** The doctors whose events were recorded with this transaction's handle. */
export function doctorsOfRecordedEvents(tx: Queryable): ReadonlySet<string> {
  return writers.get(tx) ?? new Set();
}

/**
 * Writes an event together with the change's other writes in one statement; answers the event's number. With
 * a number `drawn` in this transaction only the commit waits for the write.
 */
export async function recordEvent(
  tx: Queryable,
  event: NewEvent,
  along: readonly Sql[] = [],
  drawn?: number,
): Promise<number> {
  writers.set(tx, (writers.get(tx) ?? new Set()).add(event.doctorId));
  // Entry events fill the log, so only they are packed.
  const isPacked = event.entryId !== null;
  // The events of one transaction are sent in the order of their numbers, so the number must be above the latest.
  const number = drawn !== undefined && drawn > (latest.get(tx) ?? 0) ? drawn : undefined;
  const insert = returning({ id: e.id })`
    insert into event as e (id, type, at, hospital_id, doctor_id, entry_id, account_id, body, packed)
    values (coalesce(${number ?? null}::bigint, nextval('event_id_seq')),
      ${event.type}, ${event.at}, ${event.hospitalId}, ${event.doctorId}, ${event.entryId},
      ${event.accountId}, ${isPacked ? null : JSON.stringify(event.body)}::jsonb,
      ${isPacked ? packBody(event.body, event) : null}::bytea)`;
  const statement = inOneStatement(along, insert);
  if (number === undefined) {
    const { id } = await tx.one(statement);
    latest.set(tx, id);
    return id;
  }
  send(tx, statement);
  latest.set(tx, number);
  return number;
}

const e = table('event', 'e');

/**
 * The transaction id, read as text under another name. Otherwise `order by transaction_id` would sort the text, and
 * '1000' < '999'.
 */
const transactionId = typed<string>(sql`e.transaction_id::text`);
/** The columns needed to read an event's body; all null if a joined event is missing. */
export function saidIn(which: SaidColumns) {
  return {
    hospital_id: which.hospital_id,
    doctor_id: which.doctor_id,
    entry_id: which.entry_id,
    account_id: which.account_id,
    body: typed<object | null>(which.body),
    packed: which.packed,
  };
}
type SaidColumns = ReturnType<typeof leftJoined<'event'>>;
type Said = RowOf<ReturnType<typeof saidIn>>;

/** Reads an event's body, packed or not; null if there is none. */
export function readSaid(row: Said): object | null {
  const { packed, hospital_id, doctor_id } = row;
  if (packed === null || hospital_id === null || doctor_id === null) return row.body;
  return unpackBody(packed, {
    hospitalId: hospital_id,
    doctorId: doctor_id,
    entryId: row.entry_id,
    accountId: row.account_id,
  });
}

const logged = {
  ...saidIn(e),
  transactionId,
  id: e.id,
  type: e.type,
  at: e.at,
  hospital_id: e.hospital_id,
  doctor_id: e.doctor_id,
};
type EventRow = RowOf<typeof logged>;

function toEvent(row: EventRow): LoggedEvent {
  return {
    cursor: { transactionId: row.transactionId, id: row.id },
    type: row.type,
    at: row.at,
    hospitalId: row.hospital_id,
    doctorId: row.doctor_id,
    entryId: row.entry_id,
    accountId: row.account_id,
    body: readSaid(row),
  };
}

/**
 * Whether a running transaction holds back written events. Checks only the newest event, because without
 * statistics the planner would scan the whole log.
 */
const isHeldBack = typed<boolean>(sql`
  coalesce((
    select event.transaction_id >= pg_snapshot_xmin(pg_current_snapshot())
    from event order by event.transaction_id desc, event.id desc limit 1), false)`);

/** The events that a reader has not received yet. */
export interface NextEvents {
  /** The events in order, without those that a running transaction may still precede. */
  readonly events: readonly LoggedEvent[];
  /** Whether more events exist that a running transaction holds back. */
  readonly isHeldBack: boolean;
}

const next = { ...logged, isHeldBack };

/** Reads the next events after a cursor. */
export async function listEventsAfter(
  db: Queryable,
  after: Cursor,
  limit: number,
): Promise<NextEvents> {
  const found = await db.many(select(next)`
    from event e
    where (e.transaction_id, e.id) > (${after.transactionId}::xid8, ${after.id})
      and e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
    order by e.transaction_id, e.id limit ${limit}`);
  const held = found.at(0)?.isHeldBack ?? (await hasHeldBackEvents(db));
  return { events: found.map(toEvent), isHeldBack: held };
}

/** Whether a running transaction holds back events that are already written. */
export async function hasHeldBackEvents(db: Queryable): Promise<boolean> {
  return (await db.one(select({ held: isHeldBack })``)).held;
}

/** The current end of the log. */
export async function currentCursor(db: Queryable): Promise<Cursor> {
  return db.one(select({ transactionId, id: e.id })`
    from (
      (select transaction_id, id from event
        where transaction_id < pg_snapshot_xmin(pg_current_snapshot())
        order by transaction_id desc, id desc limit 1)
      union all select transaction_id, id from event_horizon
    ) as e order by e.transaction_id desc, e.id desc limit 1`);
}

/** The reader whose events are replayed. */
export type Audience = { readonly hospitalId: string } | { readonly accountId: string };

/**
 * The events between two cursors for one audience. Undefined if the log begins after `after` or more than
 * `limit` events were missed: the reader must reload.
 */
export async function replayEvents(
  db: Queryable,
  audience: Audience,
  after: Cursor,
  upTo: Cursor,
  limit: number,
): Promise<LoggedEvent[] | undefined> {
  const known = typed<boolean>(sql`
    (o.transaction_id, o.id) <= (${after.transactionId}::xid8, ${after.id})`);
  const horizon = await db.one(select({ known })`from event_horizon o`);
  if (!horizon.known) return undefined;
  const mine =
    'hospitalId' in audience
      ? sql`e.hospital_id = ${audience.hospitalId}`
      : sql`e.account_id = ${audience.accountId}`;
  const found = await db.many(select(logged)`
    from event e
    where ${mine}
      and (e.transaction_id, e.id) > (${after.transactionId}::xid8, ${after.id})
      and (e.transaction_id, e.id) <= (${upTo.transactionId}::xid8, ${upTo.id})
    order by e.transaction_id, e.id limit ${limit + 1}`);
  return found.length > limit ? undefined : found.map(toEvent);
}

/**
 * Deletes events older than an instant in batches and moves the horizon past them, until it meets a younger
 * one. Each batch starts where the last one ended, because deleted index entries stay until vacuum.
 */
export async function pruneEvents(
  db: Queryable,
  olderThan: Date,
  isStopped?: () => boolean,
): Promise<void> {
  let from: Cursor = { transactionId: '0', id: 0 };
  await deleteInBatches(async (size) => {
    const last = await pruneSomeEvents(db, { from, olderThan, size });
    if (last === undefined || !last.is_old) return 0;
    from = last;
    return last.looked_at;
  }, isStopped);
}

const lastLookedAt = {
  transactionId: typed<string>(sql`next.transaction_id::text`),
  id: typed<number>(sql`next.id`),
  is_old: typed<boolean>(sql`next.is_old`),
  looked_at: typed<number>(sql`(select count(*) from next)`),
};

/** Deletes the old ones among the next events of the log; answers the last deleted one. */
function pruneSomeEvents(
  db: Queryable,
  { from, olderThan, size }: { from: Cursor; olderThan: Date; size: number },
): Promise<RowOf<typeof lastLookedAt> | undefined> {
  return db.maybeOne(
    rows(
      lastLookedAt,
      (list) => sql`
    with next as (
        select e.ctid, e.transaction_id, e.id, e.at < ${olderThan} as is_old from event e
        where (e.transaction_id, e.id) > (${from.transactionId}::xid8, ${from.id})
        order by e.transaction_id, e.id limit ${size}),
      gone as (
        delete from event where at < ${olderThan}
          and ctid = any(array(select next.ctid from next where next.is_old))
        returning transaction_id, id),
      last as (select transaction_id, id from gone order by 1 desc, 2 desc limit 1),
      moved as (
        update event_horizon set transaction_id = last.transaction_id, id = last.id from last
        where (event_horizon.transaction_id, event_horizon.id) < (last.transaction_id, last.id))
    select ${list} from next order by next.transaction_id desc, next.id desc limit 1`,
    ),
  );
}
