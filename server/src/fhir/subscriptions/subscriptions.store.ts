/** All SQL on subscriptions and the events that they are about [API-42]. */
import type { PublicEventType } from '@baari/contract/keys/public-events.ts';
import sql, { type Sql } from 'sql-template-tag';
import { returning, type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { entryStatus, oneOf } from '../../platform/hospital-sql/statuses.ts';
import { type Content, mostSubscriptions, type TopicName } from './topics.rules.ts';

const s = table('fhir_subscription', 's');
const p = table('public_event', 'p');
const r = table('event_relay', 'r');
const k = table('api_key', 'k');

type Status = 'requested' | 'active' | 'error' | 'off';
const status = {
  requested: 'requested',
  active: 'active',
  error: 'error',
  off: 'off',
} as const satisfies Readonly<Record<Status, Status>>;

const subscription = {
  id: s.id,
  hospital_id: s.hospital_id,
  key_id: s.key_id,
  topic: typed<TopicName>(s.topic),
  line_ids: s.line_ids,
  has_requests: s.has_requests,
  reason: s.reason,
  url: s.url,
  content: typed<Content>(s.content),
  heartbeat_seconds: s.heartbeat_seconds,
  most_events: s.most_events,
  ends_at: s.ends_at,
  sealed_headers: s.sealed_headers,
  status: typed<Status>(s.status),
  problem: s.problem,
  made_at: s.made_at,
  activated_at: s.activated_at,
  sent_to: s.sent_to,
  events_sent: s.events_sent,
  tries: s.tries,
  failing_since: s.failing_since,
};
export type SubscriptionRow = RowOf<typeof subscription>;

/** The subscriptions of an API key, newest first. */
export function listSubscriptions(db: Queryable, keyId: string): Promise<SubscriptionRow[]> {
  return db.many(select(subscription)`
    from fhir_subscription s where s.key_id = ${keyId}
    order by s.made_at desc, s.id limit ${mostSubscriptions}`);
}

export function findSubscription(
  db: Queryable,
  id: string,
  keyId: string,
): Promise<SubscriptionRow | undefined> {
  return db.maybeOne(select(subscription)`
    from fhir_subscription s where s.id = ${id} and s.key_id = ${keyId}`);
}

/**
 * Counts the subscriptions of a key that works; undefined if it ended meanwhile. A lock on the key
 * makes concurrent additions, and its revocation, wait.
 */
export async function countSubscriptions(
  tx: Queryable,
  keyId: string,
  now: Date,
): Promise<number | undefined> {
  const count = typed<number>(
    sql`(select count(*) from fhir_subscription s where s.key_id = k.id)`,
  );
  const live = await tx.maybeOne(select({ id: k.id })`
    from api_key k where k.id = ${keyId} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now}) for no key update`);
  if (live === undefined) return undefined;
  return (await tx.one(select({ count })`from api_key k where k.id = ${keyId}`)).count;
}

/** How many of these are lines of the hospital: a doctor's own or a shared one. */
export async function countLines(
  db: Queryable,
  hospitalId: string,
  ids: readonly string[],
): Promise<number> {
  const count = typed<number>(sql`
    (select count(*) from doctor d where d.id = any(${ids}::uuid[]) and d.hospital_id = ${hospitalId})
    + (select count(*) from shared_line l
      where l.id = any(${ids}::uuid[]) and l.hospital_id = ${hospitalId})`);
  return (await db.one(select({ count })``)).count;
}

export interface NewSubscription {
  readonly hospitalId: string;
  readonly keyId: string;
  readonly topic: TopicName;
  readonly lineIds: readonly string[] | null;
  readonly hasRequests: boolean;
  readonly reason: string;
  readonly url: string;
  readonly content: Content;
  readonly heartbeatSeconds: number | null;
  readonly mostEvents: number;
  readonly endsAt: Date | null;
  readonly sealedHeaders: string | null;
}

/** Its events begin with those that are recorded from now on. */
export function insertSubscription(
  tx: Queryable,
  given: NewSubscription,
  now: Date,
): Promise<SubscriptionRow> {
  return tx.one(returning(subscription)`
    insert into fhir_subscription as s (hospital_id, key_id, topic, line_ids, has_requests, reason,
      url, content, heartbeat_seconds, most_events, ends_at, sealed_headers, made_at, next_at, sent_to)
    select ${given.hospitalId}, ${given.keyId}, ${given.topic}, ${given.lineIds}::uuid[],
      ${given.hasRequests}, ${given.reason}, ${given.url}, ${given.content},
      ${given.heartbeatSeconds}::int, ${given.mostEvents}, ${given.endsAt}::timestamptz,
      ${given.sealedHeaders}::text, ${now}::timestamptz, ${now}::timestamptz, r.position
    from event_relay r`);
}

/** Returns the address of the deleted subscription; undefined if the key has none with this id. */
export function deleteSubscription(tx: Queryable, id: string, keyId: string) {
  return tx.maybeOne(returning({ url: s.url })`
    delete from fhir_subscription s where s.id = ${id} and s.key_id = ${keyId}`);
}

/** The lease of a subscription in ms: longer than one attempt may take. */
export const leaseMs = 30_000;

const claimed = {
  ...subscription,
  /** The relay's position: every event up to it can be read. */
  up_to: r.position,
  is_heartbeat_due: typed<boolean>(sql`false`),
};
export type ClaimedRow = RowOf<typeof claimed>;

/**
 * Claims subscriptions with something to send: a handshake, an event of the hospital or a heartbeat.
 * A subscription of a key that was revoked or has expired is never claimed.
 */
export function claimSubscriptions(
  db: Queryable,
  processId: string,
  now: Date,
  limit: number,
): Promise<ClaimedRow[]> {
  const isBeating = (of: Sql): Sql => sql`coalesce(${of}.activated_at is not null
    and ${of}.last_sent_at + ${of}.heartbeat_seconds * interval '1 second' <= ${now}, false)`;
  const columns = { ...claimed, is_heartbeat_due: typed<boolean>(isBeating(sql`s`)) };
  return db.many(returning(columns)`
    update fhir_subscription s set claimed_by = ${processId},
      leased_until = now() + ${leaseMs} * interval '1 ms'
    from event_relay r
    where s.id = any(array(
      select d.id from fhir_subscription d
      where d.next_at <= ${now} and (d.leased_until is null or d.leased_until <= now())
        and (d.ends_at is null or d.ends_at > ${now})
        and (d.status = ${status.requested} or (d.status in (${status.active}, ${status.error})
          and d.activated_at is not null and (${isBeating(sql`d`)} or exists (
            select from public_event p
            where p.hospital_id = d.hospital_id and p.position > d.sent_to))))
        and exists (select from api_key k where k.id = d.key_id and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > ${now}))
      order by d.next_at limit ${limit} for update skip locked))`);
}

/** A request for a place never had a token, or was rejected; such an event is of an Appointment. */
const isOfRequest: Sql = sql`(p.status in ${oneOf(['pending_approval', 'rejected'])}
  or (p.status = ${entryStatus.cancelled} and p.token is null))`;

/** Events of the topic since the subscription was made. Only stored columns decide, so it never changes. */
function isMeant(of: SubscriptionRow): Sql {
  const { hospital_id: hospitalId, line_ids: lineIds, made_at: madeAt } = of;
  const isPlace = sql`starts_with(p.type, 'place.')`;
  const isBooking = sql`starts_with(p.type, 'appointment.') and p.type <> 'appointment.offered'`;
  const isOfTopic =
    of.topic === 'queue-entry'
      ? sql`${isPlace} and not ${isOfRequest}`
      : of.has_requests
        ? sql`(${isBooking} or (${isPlace} and ${isOfRequest}))`
        : isBooking;
  return sql`p.hospital_id = ${hospitalId} and p.at >= ${madeAt} and ${isOfTopic}
    and (${lineIds}::uuid[] is null or p.line_id = any(${lineIds}::uuid[]))`;
}

const event = {
  position: p.position,
  type: typed<PublicEventType>(p.type),
  subject_id: p.subject_id,
  recorded_at: p.recorded_at,
};
export type EventRow = RowOf<typeof event>;

/** The next events to send, in their order. */
export function listNextEvents(
  db: Queryable,
  of: SubscriptionRow,
  upTo: number,
): Promise<EventRow[]> {
  return db.many(select(event)`
    from public_event p
    where ${isMeant(of)} and p.position > ${of.sent_to} and p.position <= ${upTo}
    order by p.position limit ${of.most_events}`);
}

/** How far back the events of a subscription can be read again. */
const readBack = 10_000;
/** How many events one answer has. */
export const eventsAtOnce = 200;

const numbered = {
  ...event,
  number: typed<number>(sql`p.number`),
};
export type NumberedRow = RowOf<typeof numbered>;

/**
 * Events by their numbers, oldest first. Numbers are counted from the last sent event in both
 * directions, so they stay the same although old events are deleted.
 */
export function listNumberedEvents(
  db: Queryable,
  of: SubscriptionRow,
  { since, until }: { readonly since: number; readonly until: number },
): Promise<NumberedRow[]> {
  const { sent_to: sentTo, events_sent: count } = of;
  return db.many(select(numbered)`
    from (select latest.position, latest.type, latest.subject_id, latest.recorded_at, ${count}::bigint + case when latest.position > ${sentTo}
        then row_number() over (partition by latest.position > ${sentTo} order by latest.position)
        else 1 - row_number() over (partition by latest.position > ${sentTo}
          order by latest.position desc) end as number
      from (select p.position, p.type, p.subject_id, p.recorded_at from public_event p where ${isMeant(of)}
        order by p.position desc limit ${readBack}) latest) p
    where p.number between ${since} and ${until} order by p.number limit ${eventsAtOnce}`);
}

/** How many events of the topic wait to be sent. */
export async function countWaiting(db: Queryable, of: SubscriptionRow): Promise<number> {
  const count = typed<number>(sql`(select count(*) from (
    select from public_event p where ${isMeant(of)} and p.position > ${of.sent_to}
    limit ${readBack}) counted)`);
  return (await db.one(select({ count })``)).count;
}

const ofClaim = (processId: string, id: string): Sql =>
  sql`id = ${id} and claimed_by = ${processId}`;

/** Notes that nothing up to a position was to be sent. */
export async function moveOn(
  db: Queryable,
  processId: string,
  id: string,
  sentTo: number,
): Promise<void> {
  await db.run(sql`
    update fhir_subscription set sent_to = ${sentTo}, claimed_by = null, leased_until = null
    where ${ofClaim(processId, id)}`);
}

/** Gives a claim back without an attempt, because the process stops. */
export async function releaseClaim(db: Queryable, processId: string, id: string): Promise<void> {
  await db.run(sql`
    update fhir_subscription set claimed_by = null, leased_until = null
    where ${ofClaim(processId, id)}`);
}

/** Notes a notification that the receiver accepted. */
export async function markSent(
  db: Queryable,
  processId: string,
  id: string,
  { sentTo, events, now }: { readonly sentTo: number; readonly events: number; readonly now: Date },
): Promise<void> {
  await db.run(sql`
    update fhir_subscription set status = ${status.active}, activated_at = coalesce(activated_at, ${now}),
      sent_to = ${sentTo}, events_sent = events_sent + ${events}, last_sent_at = ${now},
      problem = null, tries = 0, failing_since = null, warned_at = null, next_at = ${now},
      claimed_by = null, leased_until = null
    where ${ofClaim(processId, id)}`);
}

const failed = {
  hospital_id: s.hospital_id,
  url: s.url,
  tries: s.tries,
  failing_since: typed<Date>(s.failing_since),
  warned_at: s.warned_at,
  activated_at: s.activated_at,
};

/** Notes a failed attempt; undefined if the subscription was deleted or another process claimed it. */
export function noteFailure(
  tx: Queryable,
  processId: string,
  id: string,
  { problem, now }: { readonly problem: string; readonly now: Date },
): Promise<RowOf<typeof failed> | undefined> {
  return tx.maybeOne(returning(failed)`
    update fhir_subscription s set status = ${status.error}, problem = ${problem}, tries = s.tries + 1,
      failing_since = coalesce(s.failing_since, ${now}), claimed_by = null, leased_until = null
    where ${ofClaim(processId, id)}`);
}

export async function setNext(
  tx: Queryable,
  id: string,
  next: { readonly at: Date; readonly isOff: boolean; readonly warnedAt: Date | null },
): Promise<void> {
  await tx.run(sql`
    update fhir_subscription set next_at = ${next.at}, warned_at = ${next.warnedAt},
      status = case when ${next.isOff} then ${status.off} else status end
    where id = ${id}`);
}

/** Deletes subscriptions of ended keys at once, and those that ended or failed after 30 days. */
export async function pruneSubscriptions(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 30 * 86_400_000);
  await db.run(sql`
    delete from fhir_subscription s
    where not exists (select from api_key k where k.id = s.key_id and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > ${now}))
      or s.ends_at < ${before}
      or (s.failing_since < ${before} and (s.status = ${status.off} or s.activated_at is null))`);
}

/** The encrypted headers of all subscriptions, in pages by id. */
export function listSealedHeaders(db: Queryable, after: string | undefined, limit: number) {
  const isNext = after === undefined ? sql`true` : sql`s.id > ${after}`;
  return db.many(select({ id: s.id, sealed: typed<string>(s.sealed_headers) })`
    from fhir_subscription s where s.sealed_headers is not null and ${isNext}
    order by s.id limit ${limit}`);
}

export async function resealHeaders(db: Queryable, id: string, sealed: string): Promise<void> {
  await db.run(sql`update fhir_subscription set sealed_headers = ${sealed} where id = ${id}`);
}
