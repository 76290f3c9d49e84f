/** Stores responses by Idempotency-Key, for 24 hours per user [INV-7]. */
import { createHash } from 'node:crypto';
import sql, { type Sql } from 'sql-template-tag';
import type { AuditedAction } from '../audit/audit.store.ts';
import { leftJoined, select, table, typed } from '../database/columns.ts';
import type { Database, Queryable } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import { readSaid, saidIn } from '../events/event-log.store.ts';
import type { AsEvent } from './kept-answer.ts';
import type { Refusal, Result } from '../result.ts';

export interface Claim {
  readonly userId: string;
  /**
   * Hashes of the Idempotency-Key and of the request (`shortHash`). The hashes are only compared;
   * the original values cannot be read back.
   */
  readonly key: Buffer;
  readonly requestHash: Buffer;
}

/** Makes a hash that is short enough for an index together with a user's id. */
export function shortHash(...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest().subarray(0, 15);
}

export type ClaimState =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'running' }
  | { readonly kind: 'other-request' }
  | {
      readonly kind: 'finished';
      readonly answer: Result<unknown>;
      /** The event from which the response is rebuilt, if the response itself was not stored. */
      readonly event: StoredEvent | undefined;
      /** The audit rows written when the request was carried out. */
      readonly audited: readonly AuditedAction[];
    };

export interface StoredEvent {
  readonly audience: AsEvent['audience'];
  /** The event's body; null if the event has been deleted. */
  readonly body: object | null;
}

const k = table('idempotency_key', 'k');
/**
 * The audit rows of a response that was stored as an event. They have the same transaction id as
 * the event.
 */
const auditedBeside = sql`(
  select json_agg(json_build_object('action', a.action, 'patientIds', a.patient_ids,
    'entryId', a.entry_id, 'outcome', a.outcome, 'details', a.details) order by a.id)
  from audit a where a.transaction_id = k.event_transaction)`;
const answerEvent = leftJoined('event', 'answer_event');
const known = {
  request_hash: k.request_hash,
  answer: typed<Result<unknown> | null>(k.answer),
  audited: typed<AuditedAction[] | null>(sql`coalesce(k.audited, ${auditedBeside})`),
  told_to: typed<AsEvent['audience'] | null>(k.told_to),
  ...saidIn(answerEvent),
};

/**
 * A limit in milliseconds. No transaction runs longer, so an older claim without a response was
 * left by a crash.
 */
const abandonedAfterMs = 60_000;
/**
 * How long an Idempotency-Key is remembered, in milliseconds. Afterwards the key can be used for a
 * new request, even if its row was not deleted yet.
 */
const keptMs = 86_400_000;

/**
 * Claims the Idempotency-Key for this request, or returns the response stored under the key. The
 * commit need not wait for the disk: the claim guarantees the client nothing, and the response is
 * written afterwards (decision 006).
 */
export async function claimIdempotencyKey(
  db: Database,
  claim: Claim,
  now: Date,
): Promise<ClaimState> {
  const abandoned = new Date(now.getTime() - abandonedAfterMs);
  const expired = new Date(now.getTime() - keptMs);
  const taken = await db.run(sql`
    insert into idempotency_key (user_id, key, request_hash, claimed_at)
    select ${claim.userId}::uuid, ${claim.key}::bytea, ${claim.requestHash}::bytea,
      ${now}::timestamptz
    from set_config('synchronous_commit', 'off', true) as setting where setting = 'off'
    on conflict (user_id, key) do update set claimed_at = excluded.claimed_at,
        request_hash = excluded.request_hash, answer = null, audited = null,
        event_transaction = null, event_id = null, told_to = null
      where idempotency_key.claimed_at < ${expired}
        or (idempotency_key.answer is null
          and idempotency_key.request_hash = excluded.request_hash
          and idempotency_key.claimed_at < ${abandoned})`);
  if (taken === 1) return { kind: 'claimed' };
  const row = await db.maybeOne(select(known)`
    from idempotency_key k
      left join event answer_event
        on answer_event.transaction_id = k.event_transaction and answer_event.id = k.event_id
    where k.user_id = ${claim.userId} and k.key = ${claim.key}`);
  if (row === undefined) return { kind: 'running' };
  if (!row.request_hash.equals(claim.requestHash)) return { kind: 'other-request' };
  if (row.answer === null) return { kind: 'running' };
  const { answer } = row;
  const asEvent = row.told_to === null ? undefined : { audience: row.told_to, body: readSaid(row) };
  return { kind: 'finished', answer, event: asEvent, audited: row.audited ?? [] };
}

interface Answered {
  readonly answer: object;
  /**
   * An event of this transaction with the same content as the response. If it exists, the response
   * itself is not stored.
   */
  readonly event: AsEvent | undefined;
  readonly audited: readonly AuditedAction[];
}

/**
 * The SQL statement that claims the Idempotency-Key and stores the response. It fails if the key is
 * already claimed.
 */
export function answeredIdempotencyKey(
  claim: Claim,
  { answer, event, audited }: Answered,
  now: Date,
): Sql {
  return sql`
    insert into idempotency_key
      (user_id, key, request_hash, claimed_at, answer, audited, event_transaction, event_id, told_to)
    values (${claim.userId}, ${claim.key}, ${claim.requestHash}, ${now},
      ${JSON.stringify(answer)}::json, ${event === undefined ? jsonOf(audited) : null}::json,
      case when ${event?.eventId ?? null}::bigint is not null then pg_current_xact_id() end,
      ${event?.eventId ?? null}, ${event?.audience ?? null})`;
}

/**
 * Stores a refusal under an Idempotency-Key that was not used before; returns false if the key was
 * used.
 */
export async function keepRefusal(
  db: Queryable,
  claim: Claim,
  refusal: Refusal,
  now: Date,
): Promise<boolean> {
  const kept = await db.run(sql`
    insert into idempotency_key (user_id, key, request_hash, claimed_at, answer)
    values (${claim.userId}, ${claim.key}, ${claim.requestHash}, ${now},
      ${JSON.stringify(refusal)}::json)
    on conflict (user_id, key) do nothing`);
  return kept === 1;
}

function jsonOf(audited: readonly AuditedAction[]): string | null {
  return audited.length === 0 ? null : JSON.stringify(audited);
}

/** The SQL statement that stores the response under an Idempotency-Key that was already claimed. */
export function finishedIdempotencyKey(
  claim: Claim,
  answer: Result<unknown>,
  audited: readonly AuditedAction[],
): Sql {
  return sql`
    update idempotency_key set answer = ${JSON.stringify(answer)}::json,
      audited = ${jsonOf(audited)}::json
    where user_id = ${claim.userId} and key = ${claim.key}`;
}

/** Releases the key after an unexpected failure, so that a retry may run. */
export async function releaseIdempotencyKey(db: Queryable, claim: Claim): Promise<void> {
  await db.run(sql`
    delete from idempotency_key
    where user_id = ${claim.userId} and key = ${claim.key} and answer is null`);
}

/** How many pages of the table one statement scans; together these pages have 16 MB. */
const pagesSwept = 2048;

/**
 * Deletes Idempotency-Keys that were claimed before a point in time, in batches. A key that was
 * claimed again meanwhile stays. The table is scanned page by page, because an index by time would
 * slow every insert.
 */
export async function pruneIdempotencyKeys(
  db: Queryable,
  olderThan: Date,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const size = typed<number>(sql`pg_relation_size('idempotency_key') / 8192`);
  const { pages } = await db.one(select({ pages: size })``);
  for (let page = 0; page < pages && !isStopped(); page += pagesSwept) {
    const [from, to] = [`(${page},0)`, `(${page + pagesSwept},0)`];
    await deleteInBatches(
      (limit) =>
        db.run(sql`
          delete from idempotency_key where claimed_at < ${olderThan} and ctid = any(array(
            select old.ctid from idempotency_key old
            where old.ctid >= ${from}::tid and old.ctid < ${to}::tid and old.claimed_at < ${olderThan}
            limit ${limit}))`),
      isStopped,
    );
  }
}
