/** Reads the subscriptions of an API key, their state and their events [API-42]. */
import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../platform/database/database.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import type { Bundle, Parameters } from '../r4.rules.ts';
import { isUuid, type Reader } from '../reads/reader.ts';
import { notificationBundle, statusAt, statusParameters } from './subscription.rules.ts';
import {
  countWaiting,
  findSubscription,
  listNumberedEvents,
  type SubscriptionRow,
} from './subscriptions.store.ts';

export async function readSubscription(
  { context }: Reader,
  id: string,
): Promise<Result<SubscriptionRow>> {
  const row = isUuid(id) ? await findSubscription(context.db, id, context.actor.userId) : undefined;
  return row === undefined ? refuse('not_found') : ok(row);
}

/** How many events of the topic there were since the start, sent or not. */
async function countOf(db: Queryable, row: SubscriptionRow): Promise<number> {
  return row.events_sent + (await countWaiting(db, row));
}

/** The answer to $status: a bundle with the SubscriptionStatus. */
export async function readStatus(
  { context, site, now }: Reader,
  row: SubscriptionRow,
): Promise<Bundle<Parameters>> {
  const uuid = randomUUID();
  const resource = statusParameters(site.base, row, {
    uuid,
    type: 'query-status',
    status: statusAt(row, now),
    count: await countOf(context.db, row),
    events: [],
    at: now,
  });
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    entry: [{ fullUrl: `urn:uuid:${uuid}`, resource, search: { mode: 'match' } }],
  };
}

export interface EventsAsked {
  readonly since: number;
  readonly until: number;
}

/** The answer to $events: a notification with the events of these numbers, as they were sent. */
export async function readEvents(
  { context, site, now }: Reader,
  row: SubscriptionRow,
  asked: EventsAsked,
): Promise<Bundle<Parameters>> {
  const events = await listNumberedEvents(context.db, row, asked);
  return notificationBundle(site.base, row, {
    uuid: randomUUID(),
    type: 'query-event',
    status: statusAt(row, now),
    count: await countOf(context.db, row),
    events,
    at: now,
  });
}
