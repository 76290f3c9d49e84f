/** All SQL on webhook endpoints [API-30]. */
import type { PublicEventType } from '@baari/contract/keys/public-events.ts';
import { maxWebhooks, type WebhookState } from '@baari/contract/keys/webhooks.ts';
import sql, { type Sql } from 'sql-template-tag';
import {
  changes,
  returning,
  type RowOf,
  select,
  table,
  typed,
} from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';

const w = table('webhook_endpoint', 'w');

/** Waiting deliveries are counted up to this number. */
const waitingCounted = 1000;

const endpoint = {
  id: w.id,
  hospital_id: w.hospital_id,
  url: w.url,
  types: typed<PublicEventType[] | null>(w.types),
  state: typed<WebhookState>(w.state),
  sealed_secret: w.sealed_secret,
  former_sealed_secret: w.former_sealed_secret,
  former_until: w.former_until,
  public_key: w.public_key,
  made_at: w.made_at,
  made_by: w.made_by,
  maker: typed<string | null>(sql`(select o.name from identity."user" o where o.id = w.made_by)`),
  last_success_at: w.last_success_at,
  failing_since: w.failing_since,
  warned_at: w.warned_at,
  waiting: typed<number>(sql`(select count(*) from (
    select from webhook_delivery d where d.endpoint_id = w.id and d.state = 'waiting'
    limit ${waitingCounted}) counted)`),
};
export type WebhookRow = RowOf<typeof endpoint>;

export function listWebhooks(db: Queryable, hospitalId: string): Promise<WebhookRow[]> {
  return db.many(select(endpoint)`
    from webhook_endpoint w where w.hospital_id = ${hospitalId}
    order by w.made_at desc, w.id limit ${maxWebhooks}`);
}

/** One endpoint of the hospital; undefined for another hospital's. */
export function findWebhook(
  db: Queryable,
  id: string,
  hospitalId: string,
): Promise<WebhookRow | undefined> {
  return db.maybeOne(select(endpoint)`
    from webhook_endpoint w where w.id = ${id} and w.hospital_id = ${hospitalId}`);
}

/** Locks an endpoint of the hospital for a change in this transaction. */
export function lockWebhook(
  tx: Queryable,
  id: string,
  hospitalId: string,
): Promise<WebhookRow | undefined> {
  return tx.maybeOne(select(endpoint)`
    from webhook_endpoint w where w.id = ${id} and w.hospital_id = ${hospitalId}
    for no key update of w`);
}

/**
 * Counts the endpoints of a hospital. A lock on the hospital's row makes concurrent additions wait
 * for each other.
 */
export async function countWebhooks(tx: Queryable, hospitalId: string): Promise<number> {
  await tx.run(sql`select from hospital where id = ${hospitalId} for no key update`);
  const row = await tx.one(select({ count: typed<number>(sql`count(*)`) })`
    from webhook_endpoint w where w.hospital_id = ${hospitalId}`);
  return row.count;
}

export interface NewWebhook {
  readonly hospitalId: string;
  readonly url: string;
  readonly types: readonly PublicEventType[] | null;
  readonly sealedSecret: string;
  readonly publicKey: string;
  readonly madeAt: Date;
  readonly madeBy: string;
}

export function insertWebhook(tx: Queryable, given: NewWebhook): Promise<WebhookRow> {
  return tx.one(returning(endpoint)`
    insert into webhook_endpoint as w
      (hospital_id, url, types, sealed_secret, public_key, made_at, made_by)
    values (${given.hospitalId}, ${given.url}, ${listOf(given.types)}, ${given.sealedSecret},
      ${given.publicKey}, ${given.madeAt}, ${given.madeBy})`);
}

function listOf(types: readonly PublicEventType[] | null): PublicEventType[] | null {
  return types === null ? null : [...types];
}

export interface WebhookChange {
  readonly url?: string | undefined;
  readonly types?: readonly PublicEventType[] | null | undefined;
  readonly state?: WebhookState | undefined;
}

/** Changes an endpoint. One that becomes active starts again without its former failures. */
export async function updateWebhook(
  tx: Queryable,
  id: string,
  { url, types, state }: WebhookChange,
): Promise<WebhookRow> {
  const fresh = state === 'active' ? { failing_since: null, warned_at: null } : {};
  const given = { url, types: types && listOf(types), state, ...fresh };
  return tx.one(returning(endpoint)`
    update webhook_endpoint w set ${changes('webhook_endpoint', given)} where w.id = ${id}`);
}

export async function deleteWebhook(tx: Queryable, id: string): Promise<void> {
  await tx.run(sql`delete from webhook_endpoint where id = ${id}`);
}

/** Replaces the secret; the former one also signs until `formerUntil`. */
export function replaceSecret(
  tx: Queryable,
  id: string,
  {
    sealedSecret,
    publicKey,
    formerUntil,
  }: {
    readonly sealedSecret: string;
    readonly publicKey: string;
    readonly formerUntil: Date;
  },
): Promise<WebhookRow> {
  return tx.one(returning(endpoint)`
    update webhook_endpoint w set former_sealed_secret = w.sealed_secret,
      former_until = ${formerUntil}, sealed_secret = ${sealedSecret}, public_key = ${publicKey}
    where w.id = ${id}`);
}

/**
 * Notes that deliveries to these endpoints succeeded. Returns the endpoints that were failing or that
 * noted no success for ten seconds, and since when they were failing.
 */
export async function noteSuccesses(
  tx: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<{ id: string; since: Date | null }[]> {
  const before = await tx.many(select({ id: w.id, since: w.failing_since })`
    from webhook_endpoint w where w.id = any(${[...ids]}::uuid[]) and (w.failing_since is not null
      or w.last_success_at is null or w.last_success_at < ${now}::timestamptz - interval '10 seconds')
    order by w.id for no key update`);
  if (before.length === 0) return [];
  await tx.run(sql`
    update webhook_endpoint set last_success_at = ${now}, failing_since = null, warned_at = null
    where id = any(${before.map(({ id }) => id)}::uuid[])`);
  return before;
}

const afterFailure = {
  hospital_id: w.hospital_id,
  url: w.url,
  state: typed<WebhookState>(w.state),
  failing_since: typed<Date>(w.failing_since),
  last_success_at: w.last_success_at,
  warned_at: w.warned_at,
};

/** Notes a failure. Undefined if the endpoint was removed meanwhile. */
export function noteFailure(
  tx: Queryable,
  id: string,
  now: Date,
): Promise<RowOf<typeof afterFailure> | undefined> {
  return tx.maybeOne(returning(afterFailure)`
    update webhook_endpoint w set failing_since = coalesce(w.failing_since, ${now})
    where w.id = ${id}`);
}

export async function markWarned(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.run(sql`update webhook_endpoint set warned_at = ${now} where id = ${id}`);
}

/** Disables an endpoint that is active or paused. */
export async function markDisabled(tx: Queryable, id: string): Promise<void> {
  await tx.run(sql`update webhook_endpoint set state = 'disabled' where id = ${id}`);
}

const sealed = {
  id: w.id,
  sealed_secret: w.sealed_secret,
  former_sealed_secret: w.former_sealed_secret,
};

/** The stored secrets of all endpoints, in pages by id. */
export function listSealedSecrets(db: Queryable, after: string | undefined, limit: number) {
  const isNext: Sql = after === undefined ? sql`true` : sql`w.id > ${after}`;
  return db.many(select(sealed)`
    from webhook_endpoint w where ${isNext} order by w.id limit ${limit}`);
}

/** Stores secrets that were encrypted again, unless somebody rotated the secret meanwhile. */
export async function resealSecrets(
  db: Queryable,
  before: RowOf<typeof sealed>,
  after: { readonly sealed: string; readonly formerSealed: string | null },
): Promise<void> {
  await db.run(sql`
    update webhook_endpoint set sealed_secret = ${after.sealed},
      former_sealed_secret = ${after.formerSealed}
    where id = ${before.id} and sealed_secret = ${before.sealed_secret}
      and former_sealed_secret is not distinct from ${before.former_sealed_secret}`);
}

/** Deletes former secrets that sign no longer. */
export async function forgetFormerSecrets(db: Queryable, now: Date): Promise<void> {
  await db.run(sql`
    update webhook_endpoint set former_sealed_secret = null, former_until = null
    where former_until <= ${now}`);
}
