/** All SQL on the events that hospitals' own systems read [API-29]. */
import type { PublicEventType } from '@baari/contract/keys/public-events.ts';
import sql, { type Sql } from 'sql-template-tag';
import { type RowOf, rows, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Cursor } from '../../platform/events/cursor.rules.ts';
import { readSaid, saidIn } from '../../platform/events/event-log.store.ts';

const e = table('event', 'e');
const o = table('outgoing_change', 'o');
const p = table('public_event', 'p');
const r = table('event_relay', 'r');

/** Whether any hospital has a valid API key or a webhook. Otherwise the relay has nothing to do. */
export async function isAnyoneReading(db: Queryable, now: Date): Promise<boolean> {
  const isLive = typed<boolean>(sql`exists (
    select from api_key k where k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now}))
    or exists (select from webhook_endpoint)`);
  return (await db.one(select({ isLive })``)).isLive;
}

/** Whether this API key still works, for a call that has waited. */
export async function isKeyLive(db: Queryable, id: string, now: Date): Promise<boolean> {
  const isLive = typed<boolean>(sql`exists (
    select from api_key k where k.id = ${id} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now}))`);
  return (await db.one(select({ isLive })``)).isLive;
}

/**
 * Makes this transaction the only relay of the installation: another one waits here until this one
 * has ended.
 */
export async function lockRelay(tx: Queryable): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('event relay', 0))`);
}

const state = {
  transactionId: typed<string>(sql`r.transaction_id::text`),
  id: r.id,
  position: r.position,
  /** Each transaction below this one has ended, so no event can still appear below it. */
  readableTo: typed<string>(sql`pg_snapshot_xmin(pg_current_snapshot())::text`),
};
export type RelayState = RowOf<typeof state>;

export function readRelay(tx: Queryable): Promise<RelayState> {
  return tx.one(select(state)`from event_relay r`);
}

/** A change that the relay copies. `cursor` is its position in the event log. */
export interface Change {
  readonly cursor: Cursor;
  readonly hospitalId: string;
  readonly lineId: string | null;
  /** For an entry, the action, such as `approve`. For other changes, the public name of the event. */
  readonly cause: string;
  readonly subjectId: string;
  readonly at: Date;
  /** The entry right after the change; null if the change is not of an entry. */
  readonly entry: object | null;
  /** The subject's new status; null for an entry, because `entry` contains it. */
  readonly status: string | null;
}

const logged = {
  ...saidIn(e),
  transactionId: typed<string>(sql`e.transaction_id::text`),
  id: e.id,
  hospitalId: e.hospital_id,
  lineId: e.doctor_id,
  cause: typed<string>(sql`e.action`),
  subjectId: typed<string>(sql`e.entry_id`),
  at: e.at,
};

/** Whether a hospital has a valid API key or a webhook that was made before a change. */
function hadReader(hospitalId: Sql, at: Sql, now: Date): Sql {
  return sql`(exists (select from api_key k where k.hospital_id = ${hospitalId}
      and k.made_at <= ${at} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now}))
    or exists (select from webhook_endpoint w where w.hospital_id = ${hospitalId}
      and w.made_at <= ${at}))`;
}

interface Wanted {
  readonly now: Date;
  readonly limit: number;
}

/**
 * Lists the next actions on entries from the event log. Actions from before the hospital's first key
 * or webhook are left out.
 */
export async function listActions(
  tx: Queryable,
  { transactionId, id, readableTo }: RelayState,
  { now, limit }: Wanted,
): Promise<Change[]> {
  const found = await tx.many(select(logged)`
    from event e
    where (e.transaction_id, e.id) > (${transactionId}::xid8, ${id})
      and e.transaction_id < ${readableTo}::xid8
      and e.action is not null and e.entry_id is not null
      and ${hadReader(sql`e.hospital_id`, sql`e.at`, now)}
    order by e.transaction_id, e.id limit ${limit}`);
  return found.map((row) => ({
    cursor: { transactionId: row.transactionId, id: row.id },
    hospitalId: row.hospitalId,
    lineId: row.lineId,
    cause: row.cause,
    subjectId: row.subjectId,
    at: row.at,
    entry: readSaid(row),
    status: null,
  }));
}

const other = {
  transactionId: typed<string>(sql`o.transaction_id::text`),
  id: o.id,
  hospitalId: o.hospital_id,
  lineId: o.line_id,
  cause: o.type,
  subjectId: o.subject_id,
  at: o.at,
  status: o.status,
};

/** Lists the next rows of `outgoing_change`: changes that are not in the event log. */
export async function listOtherChanges(
  tx: Queryable,
  { transactionId, id, readableTo }: RelayState,
  { now, limit }: Wanted,
): Promise<Change[]> {
  const found = await tx.many(select(other)`
    from outgoing_change o
    where (o.transaction_id, o.id) > (${transactionId}::xid8, ${id})
      and o.transaction_id < ${readableTo}::xid8
      and ${hadReader(sql`o.hospital_id`, sql`o.at`, now)}
    order by o.transaction_id, o.id limit ${limit}`);
  return found.map(({ transactionId: within, id: number, ...row }) => ({
    ...row,
    cursor: { transactionId: within, id: number },
    entry: null,
  }));
}

/** An event before it has a position. */
export interface NewPublicEvent {
  readonly id: number;
  readonly hospitalId: string;
  readonly lineId: string | null;
  readonly type: PublicEventType;
  readonly subjectId: string;
  readonly token: string | null;
  readonly status: string;
  readonly at: Date;
}

/** Writes events in order, at the positions after `after`. Events that exist are skipped. */
export async function insertPublicEvents(
  tx: Queryable,
  events: readonly NewPublicEvent[],
  after: number,
  now: Date,
): Promise<void> {
  const column = <T>(of: (event: NewPublicEvent) => T) => events.map(of);
  await tx.run(sql`
    insert into public_event
      (position, id, hospital_id, line_id, type, subject_id, token, status, at, recorded_at)
    select ${after}::bigint + given.number, given.id, given.hospital_id, given.line_id, given.type,
      given.subject_id, given.token, given.status, given.at, ${now}
    from unnest(${column(({ id }) => id)}::bigint[], ${column(({ hospitalId }) => hospitalId)}::uuid[],
        ${column(({ lineId }) => lineId)}::uuid[], ${column(({ type }) => type)}::text[],
        ${column(({ subjectId }) => subjectId)}::uuid[], ${column(({ token }) => token)}::text[],
        ${column(({ status }) => status)}::text[], ${column(({ at }) => at)}::timestamptz[])
      with ordinality
      as given (id, hospital_id, line_id, type, subject_id, token, status, at, number)
    where exists (select from hospital h where h.id = given.hospital_id)
    on conflict (id) do nothing`);
}

/** Saves how far the relay has copied, and deletes the copied rows of `outgoing_change`. */
export async function moveRelay(tx: Queryable, to: Cursor, position: number): Promise<void> {
  await tx.run(sql`
    update event_relay set transaction_id = ${to.transactionId}::xid8, id = ${to.id},
      position = ${position}`);
  await tx.run(sql`
    delete from outgoing_change
    where (transaction_id, id) <= (${to.transactionId}::xid8, ${to.id})`);
}

/** The position of the newest event of all hospitals, and that of the newest deleted one. */
export function readPositions(db: Queryable) {
  return db.one(select({ newest: r.position, prunedTo: r.pruned_to })`from event_relay r`);
}

const event = {
  position: p.position,
  id: p.id,
  hospital_id: p.hospital_id,
  line_id: p.line_id,
  type: typed<PublicEventType>(p.type),
  subject_id: p.subject_id,
  token: p.token,
  status: p.status,
  at: p.at,
  recorded_at: p.recorded_at,
};
export type PublicEventRow = RowOf<typeof event>;

/** The events of a hospital after one position and up to another. */
export function listPublicEvents(
  db: Queryable,
  hospitalId: string,
  {
    after,
    upTo,
    types,
    limit,
  }: {
    readonly after: number;
    readonly upTo: number;
    readonly types: readonly string[] | undefined;
    readonly limit: number;
  },
): Promise<PublicEventRow[]> {
  const isAsked = types === undefined ? sql`true` : sql`p.type = any(${[...types]})`;
  return db.many(select(event)`
    from public_event p
    where p.hospital_id = ${hospitalId} and p.position > ${after} and p.position <= ${upTo}
      and ${isAsked}
    order by p.position limit ${limit}`);
}

/** The hospitals with events after a position, each with the position of its newest event. */
export function listHospitalsAfter(db: Queryable, position: number) {
  const newest = typed<number>(sql`max(p.position)`);
  return db.many(select({ hospital_id: p.hospital_id, newest })`
    from public_event p where p.position > ${position} group by p.hospital_id`);
}

const pruned = { count: typed<number>(sql`(select count(*) from gone)`) };

/**
 * Deletes the oldest events if they were recorded before this time, and records how far. Returns
 * how many it deleted.
 */
export async function prunePublicEvents(db: Queryable, before: Date, size: number) {
  const { count } = await db.one(
    rows(
      pruned,
      (list) => sql`
    with next as (
        select p.position, p.recorded_at < ${before} as is_old from public_event p
        order by p.position limit ${size}),
      gone as (
        delete from public_event
        where position = any(array(select next.position from next where next.is_old))
        returning position),
      moved as (
        update event_relay set pruned_to = greatest(pruned_to, (select max(position) from gone))
        where exists (select from gone))
    select ${list}`,
    ),
  );
  return count;
}

/** Deletes changes that the relay did not copy, because the hospital had no key and no webhook. */
export async function pruneOutgoing(db: Queryable, before: Date): Promise<void> {
  await db.run(sql`delete from outgoing_change where at < ${before}`);
}
