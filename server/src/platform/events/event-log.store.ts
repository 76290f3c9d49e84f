/**
 * The event log: one row per change, written in the same transaction as the change [INV-5]. Readers
 * read in the order (transaction id, id), and only below the oldest running transaction. So no
 * event appears at a position that a reader has already passed [INV-6].
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
  /**
   * The queue entry that changed; null for a change that concerns no queue entry, such as a
   * doctor's new status.
   */
  readonly entryId: string | null;
  /**
   * The account of the patient concerned; null for a walk-in, and null if the event concerns no
   * patient.
   */
  readonly accountId: string | null;
  /** The action that the event came from, for hospitals' own systems; left out if there is none. */
  readonly action?: string | undefined;
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
 * Takes the number of a coming event from the sequence, in the same statement as an earlier read.
 * The caller then knows the number without waiting for the insert; unused numbers leave gaps.
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
 * Writes an event together with the other writes of the same change in one statement, and returns
 * the event's number. If the number was taken from the sequence earlier in this transaction
 * (`drawn`), only the commit waits for the write.
 */
export async function recordEvent(
  tx: Queryable,
  event: NewEvent,
  along: readonly Sql[] = [],
  drawn?: number,
): Promise<number> {
  writers.set(tx, (writers.get(tx) ?? new Set()).add(event.doctorId));
  // Only events about queue entries are compressed, because such events fill most of the log.
  const isPacked = event.entryId !== null;
  // Events of one transaction are sent in the order of their numbers. So the number must be above
  // the transaction's latest event number.
  const number = drawn !== undefined && drawn > (latest.get(tx) ?? 0) ? drawn : undefined;
  const insert = returning({ id: e.id })`
    insert into event as e (id, type, at, hospital_id, doctor_id, entry_id, account_id, action, body, packed)
    values (coalesce(${number ?? null}::bigint, nextval('event_id_seq')),
      ${event.type}, ${event.at}, ${event.hospitalId}, ${event.doctorId}, ${event.entryId},
      ${event.accountId}, ${event.action ?? null}, ${isPacked ? null : JSON.stringify(event.body)}::jsonb,
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
/**
 * Selects the columns from which an event's body is read; all are null if a joined event is
 * missing.
 */
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

/** Reads an event's body, compressed or not; returns null if the event has no body. */
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
 * Whether a reader must not read the written events yet, because a running transaction may still
 * add events before them. The SQL checks only the newest event, because without statistics the
 * planner would scan the whole log.
 */
const isHeldBack = typed<boolean>(sql`
  coalesce((
    select event.transaction_id >= pg_snapshot_xmin(pg_current_snapshot())
    from event order by event.transaction_id desc, event.id desc limit 1), false)`);

/** The events that a reader has not received yet. */
export interface NextEvents {
  /**
   * The events in order, without events before which a running transaction may still add others.
   */
  readonly events: readonly LoggedEvent[];
  /** Whether the log has more events that cannot be read yet because of a running transaction. */
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

/** Whether the log has written events that cannot be read yet because of a running transaction. */
export async function hasHeldBackEvents(db: Queryable): Promise<boolean> {
  return (await db.one(select({ held: isHeldBack })``)).held;
}

/** The position of the current end of the event log. */
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
 * Reads the events between two positions for one audience. Returns undefined if the log begins
 * after `after`, or if the reader missed more than `limit` events; the reader must then reload.
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
 * Deletes events that are older than a point in time, in batches, until it finds a younger event.
 * Then it records that the log now begins after the deleted events. Each batch starts where the
 * last batch ended, because deleted index entries stay until vacuum.
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

/**
 * Deletes the events among the next ones of the log that are older than the limit. Returns the last
 * event that it read.
 */
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
