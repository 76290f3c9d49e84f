/** What was answered to an Idempotency-Key, kept 24 h for its user [INV-7]. */
import sql, { type Sql } from 'sql-template-tag';
import type { AuditedAction } from './audit.store.ts';
import type { Database, Queryable } from './database.ts';
import { inBatches } from './in-batches.ts';
import type { Result } from './result.ts';

export interface Claim {
  readonly userId: string;
  readonly key: string;
  readonly requestHash: string;
}

export type ClaimState =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'running' }
  | { readonly kind: 'other-request' }
  | {
      readonly kind: 'finished';
      readonly answer: Result<unknown>;
      /** What was put on record when it was carried out. */
      readonly audited: readonly AuditedAction[];
    };

interface KeyRow {
  request_hash: string;
  answer: Result<unknown> | null;
  audited: AuditedAction[] | null;
}

/** No transaction can still be running after this: a claim without an answer was left by a crash. */
const abandonedAfterMs = 60_000;
/** After this a key is new again, whether or not the row was cleared away yet. */
const keptMs = 86_400_000;

/**
 * Takes the key for this request, or tells what became of it. Its commit does not wait for the disk:
 * a claim promises nothing yet, and whatever is answered later is written after it (decision 022).
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
    select ${claim.userId}::uuid, ${claim.key}::text, ${claim.requestHash}::text, ${now}::timestamptz
    from set_config('synchronous_commit', 'off', true) as setting where setting = 'off'
    on conflict (user_id, key) do update set claimed_at = excluded.claimed_at,
        request_hash = excluded.request_hash, answer = null
      where idempotency_key.claimed_at < ${expired}
        or (idempotency_key.answer is null
          and idempotency_key.request_hash = excluded.request_hash
          and idempotency_key.claimed_at < ${abandoned})`);
  if (taken === 1) return { kind: 'claimed' };
  const row = await db.maybeOne<KeyRow>(sql`
    select request_hash, answer, audited from idempotency_key
    where user_id = ${claim.userId} and key = ${claim.key}`);
  if (row === undefined) return { kind: 'running' };
  if (row.request_hash !== claim.requestHash) return { kind: 'other-request' };
  if (row.answer === null) return { kind: 'running' };
  return { kind: 'finished', answer: row.answer, audited: row.audited ?? [] };
}

/** The statement that stores what was answered. */
export function finishedIdempotencyKey(
  claim: Claim,
  answer: Result<unknown>,
  audited: readonly AuditedAction[],
): Sql {
  return sql`
    update idempotency_key set answer = ${JSON.stringify(answer)}::json,
      audited = ${audited.length === 0 ? null : JSON.stringify(audited)}::json
    where user_id = ${claim.userId} and key = ${claim.key}`;
}

/** Gives the key back after an unexpected failure, so that a retry may run. */
export async function releaseIdempotencyKey(db: Queryable, claim: Claim): Promise<void> {
  await db.run(sql`
    delete from idempotency_key
    where user_id = ${claim.userId} and key = ${claim.key} and answer is null`);
}

/** Forgets what was claimed before an instant, some at a time; a key that is taken anew meanwhile stays. */
export function pruneIdempotencyKeys(
  db: Queryable,
  olderThan: Date,
  isStopped?: () => boolean,
): Promise<void> {
  return inBatches(
    (size) =>
      db.run(sql`
        delete from idempotency_key where claimed_at < ${olderThan} and ctid = any(array(
          select old.ctid from idempotency_key old where old.claimed_at < ${olderThan}
          order by old.claimed_at limit ${size}))`),
    isStopped,
  );
}
