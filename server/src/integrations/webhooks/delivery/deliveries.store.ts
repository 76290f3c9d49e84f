/** All SQL on webhook deliveries and their attempts [API-30]. */
import type { PublicEventType } from '@baari/contract/keys/public-events.ts';
import { type AttemptOutcome, resentAtOnce } from '@baari/contract/keys/webhooks.ts';
import sql, { type Sql } from 'sql-template-tag';
import {
  leftJoined,
  returning,
  type RowOf,
  select,
  table,
  typed,
} from '../../../platform/database/columns.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { AfterFailure } from './retry.rules.ts';

const d = table('webhook_delivery', 'd');
const w = table('webhook_endpoint', 'w');
const p = table('public_event', 'p');
const a = table('webhook_attempt', 'a');

/**
 * How many deliveries of one endpoint a process claims at once. Of an endpoint that fails it claims
 * no more than it sends at once, so that many failing endpoints leave room for the others.
 */
const claimedAtOnce = { ofWorking: 16, ofFailing: 2 } as const;
/** The lease of a delivery in ms, by the database's clock. The process renews it while it sends. */
export const leaseMs = 6000;

/** Queues the events after a position for the endpoints that want them. Called by the relay. */
export async function queueDeliveries(tx: Queryable, after: number, now: Date): Promise<void> {
  await tx.run(sql`
    insert into webhook_delivery (event_id, endpoint_id, position, subject_id, next_at)
    select p.id, w.id, p.position, p.subject_id, ${now}
    from public_event p join webhook_endpoint w on w.hospital_id = p.hospital_id
    where p.position > ${after} and w.made_at <= p.at and (w.types is null or p.type = any(w.types))
    on conflict do nothing`);
}

/** The condition that an earlier event of the same subject must be sent first. */
const mustWait: Sql = sql`exists (
  select from webhook_delivery earlier
  where earlier.endpoint_id = d.endpoint_id and earlier.subject_id = d.subject_id
    and earlier.position < d.position and earlier.state = 'waiting' and not earlier.is_parked)`;

const ofClaimed = {
  endpoint_id: w.id,
  url: w.url,
  sealed_secret: w.sealed_secret,
  former_sealed_secret: w.former_sealed_secret,
  former_until: w.former_until,
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
export type ClaimedDelivery = RowOf<typeof ofClaimed>;

/**
 * Claims due deliveries. Only one process at a time has claims of an endpoint; the lock on the
 * endpoints keeps others from claiming meanwhile. A crash of the database may lose a claim without
 * harm, so the commit does not wait for the disk.
 */
export async function claimDeliveries(
  tx: Queryable,
  processId: string,
  now: Date,
  limit: number,
): Promise<ClaimedDelivery[]> {
  const open = await tx.many(select({ id: w.id })`
    from webhook_endpoint w where w.state = 'active'
      and set_config('synchronous_commit', 'off', true) = 'off' and exists (
        select from webhook_delivery due
        where due.endpoint_id = w.id and due.state = 'waiting' and due.next_at <= ${now}
          and (due.leased_until is null or due.leased_until <= now()))
    for no key update skip locked`);
  if (open.length === 0) return [];
  const ids = open.map(({ id }) => id);
  return tx.many(returning(ofClaimed)`
    update webhook_delivery of_one set claimed_by = ${processId},
      leased_until = now() + ${leaseMs} * interval '1 ms',
      first_tried_at = coalesce(of_one.first_tried_at, ${now})
    from webhook_endpoint w, public_event p
    where p.id = of_one.event_id and w.id = of_one.endpoint_id
      and of_one.ctid = any(array(
        select due.place from webhook_endpoint wanted, lateral (
          select d.ctid as place from webhook_delivery d
          where d.endpoint_id = wanted.id and d.state = 'waiting' and d.next_at <= ${now}
            and (d.leased_until is null or d.leased_until <= now()) and not ${mustWait}
          order by d.position
          limit greatest(0, case when wanted.failing_since is null
            then ${claimedAtOnce.ofWorking}::int else ${claimedAtOnce.ofFailing}::int end - (
              select count(*) from webhook_delivery own
              where own.endpoint_id = wanted.id and own.claimed_by = ${processId}))
          for update skip locked
        ) due
        where wanted.id = any(${ids}::uuid[]) and not exists (
          select from webhook_delivery busy
          where busy.endpoint_id = wanted.id and busy.claimed_by <> ${processId}
            and busy.leased_until > now())
        limit ${limit}))`);
}

/** A delivery that a process has claimed. */
export interface Claim {
  readonly eventId: number;
  readonly endpointId: string;
}

/** The claims as rows of a table named held. */
function held(claims: readonly Claim[]): Sql {
  const events = claims.map(({ eventId }) => eventId);
  const endpoints = claims.map(({ endpointId }) => endpointId);
  return sql`unnest(${events}::bigint[], ${endpoints}::uuid[]) as held (event_id, endpoint_id)`;
}

/** Renews the leases of deliveries that this process is still sending. */
export async function renewLeases(
  db: Queryable,
  processId: string,
  claims: readonly Claim[],
): Promise<void> {
  await db.run(sql`
    update webhook_delivery d set leased_until = now() + ${leaseMs} * interval '1 ms'
    from ${held(claims)}
    where d.event_id = held.event_id and d.endpoint_id = held.endpoint_id
      and d.claimed_by = ${processId}`);
}

const ofClaim = (processId: string, { eventId, endpointId }: Claim): Sql => sql`
  event_id = ${eventId} and endpoint_id = ${endpointId} and claimed_by = ${processId}`;

const tried = { tries: d.tries, first_tried_at: d.first_tried_at };

/** The delivery of this claim, locked; undefined if another process has claimed it since. */
export function lockClaim(tx: Queryable, processId: string, claim: Claim) {
  return tx.maybeOne(select(tried)`
    from webhook_delivery d where ${ofClaim(processId, claim)} and d.state = 'waiting'
    for no key update`);
}

export async function markSent(
  tx: Queryable,
  processId: string,
  claims: readonly Claim[],
): Promise<void> {
  await tx.run(sql`
    update webhook_delivery d set state = 'sent', claimed_by = null, leased_until = null
    from ${held(claims)}
    where d.event_id = held.event_id and d.endpoint_id = held.endpoint_id
      and d.claimed_by = ${processId}`);
}

export async function markTried(
  tx: Queryable,
  processId: string,
  claim: Claim,
  { state, nextAt, isParked }: AfterFailure,
): Promise<void> {
  await tx.run(sql`
    update webhook_delivery set state = ${state}, tries = tries + 1, next_at = ${nextAt},
      is_parked = ${isParked}, claimed_by = null, leased_until = null
    where ${ofClaim(processId, claim)}`);
}

/** Gives a claim back without a try, because the process stops. */
export async function releaseClaim(db: Queryable, processId: string, claim: Claim): Promise<void> {
  await db.run(sql`
    update webhook_delivery set claimed_by = null, leased_until = null
    where ${ofClaim(processId, claim)}`);
}

/** Makes the waiting deliveries of an endpoint due now, for example after an outage. */
export async function hastenDeliveries(
  tx: Queryable,
  endpointId: string,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update webhook_delivery set next_at = ${now}
    where endpoint_id = ${endpointId} and state = 'waiting' and next_at > ${now}`);
}

/** Whether the hospital has an event with this number. */
export async function hasEvent(db: Queryable, id: number, hospitalId: string): Promise<boolean> {
  const found = await db.maybeOne(select({ id: p.id })`
    from public_event p where p.id = ${id} and p.hospital_id = ${hospitalId}`);
  return found !== undefined;
}

/**
 * Queues events again, oldest first: one, or those that were recorded since a time and that the
 * endpoint wants. Events that wait already stay as they are. Returns how many were queued, at most
 * `resentAtOnce`, because a long statement delays live events.
 */
export function requeue(
  tx: Queryable,
  endpointId: string,
  what: { readonly event: number } | { readonly since: Date },
  now: Date,
): Promise<number> {
  const isMeant =
    'event' in what
      ? sql`p.id = ${what.event}`
      : sql`p.recorded_at >= ${what.since} and (w.types is null or p.type = any(w.types))`;
  return tx.run(sql`
    insert into webhook_delivery (event_id, endpoint_id, position, subject_id, next_at)
    select p.id, w.id, p.position, p.subject_id, ${now}
    from webhook_endpoint w join public_event p on p.hospital_id = w.hospital_id
      left join webhook_delivery d on d.event_id = p.id and d.endpoint_id = w.id
    where w.id = ${endpointId} and ${isMeant}
      and (d.state is distinct from 'waiting' or d.is_parked)
    order by p.position limit ${resentAtOnce}
    on conflict (event_id, endpoint_id) do update set state = 'waiting', is_parked = false,
      tries = 0, first_tried_at = null, next_at = ${now}`);
}

export interface NewAttempt {
  readonly endpointId: string;
  /** null for a test. */
  readonly eventId: number | null;
  readonly at: Date;
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly latencyMs: number;
}

const event = leftJoined('public_event', 'e');
const attempt = {
  id: a.id,
  event_id: a.event_id,
  type: typed<PublicEventType | null>(event.type),
  at: a.at,
  outcome: typed<AttemptOutcome>(a.outcome),
  status: a.status,
  latency_ms: a.latency_ms,
};
export type AttemptRow = RowOf<typeof attempt>;

export async function insertAttempt(tx: Queryable, given: NewAttempt): Promise<number> {
  const { id } = await tx.one(returning({ id: a.id })`
    insert into webhook_attempt as a (endpoint_id, event_id, at, outcome, status, latency_ms)
    values (${given.endpointId}, ${given.eventId}, ${given.at}, ${given.outcome}, ${given.status},
      ${given.latencyMs})`);
  return id;
}

/** Records attempts at endpoints that still exist. */
export async function insertAttempts(tx: Queryable, given: readonly NewAttempt[]): Promise<void> {
  const of = <Key extends keyof NewAttempt>(key: Key) => given.map((each) => each[key]);
  await tx.run(sql`
    insert into webhook_attempt (endpoint_id, event_id, at, outcome, status, latency_ms)
    select w.id, given.event_id, given.at, given.outcome, given.status, given.latency_ms
    from unnest(${of('endpointId')}::uuid[], ${of('eventId')}::bigint[], ${of('at')}::timestamptz[],
      ${of('outcome')}::text[], ${of('status')}::int[], ${of('latencyMs')}::int[])
      as given (endpoint_id, event_id, at, outcome, status, latency_ms)
    join webhook_endpoint w on w.id = given.endpoint_id`);
}

/** The attempts of an endpoint below an id, newest first. */
export function listAttempts(
  db: Queryable,
  endpointId: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<AttemptRow[]> {
  const isBefore = before === undefined ? sql`true` : sql`a.id < ${before}`;
  return db.many(select(attempt)`
    from webhook_attempt a left join public_event e on e.id = a.event_id
    where a.endpoint_id = ${endpointId} and ${isBefore}
    order by a.id desc limit ${limit}`);
}

/** Deletes attempts from before this time; those of events go with their event. */
export function pruneAttempts(db: Queryable, before: Date, size: number): Promise<number> {
  return db.run(sql`
    delete from webhook_attempt where id = any(array(
      select next.id from (select id, at from webhook_attempt order by id limit ${size}) next
      where next.at < ${before}))`);
}
