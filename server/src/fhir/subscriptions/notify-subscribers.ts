/**
 * Sends notifications to the systems that subscribed [API-42]. Every process does it. A process
 * claims a subscription for one attempt at a time, so its events arrive in their order. The number of
 * an event follows from its position, so a repeated notification has the same numbers; each event
 * arrives at least once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  endpointAfterFailure,
  waitAfterFailure,
} from '../../integrations/webhooks/delivery/retry.rules.ts';
import { postOnce, type Sent } from '../../integrations/webhooks/delivery/post-once.ts';
import { mailAboutWebhook } from '../../integrations/webhooks/webhook-mails.ts';
import { type Clock, isTimeSure } from '../../platform/clock.ts';
import { coalesce } from '../../platform/coalesce.ts';
import type { Database } from '../../platform/database/database.ts';
import { describeError, type Log } from '../../platform/log.ts';
import type { Addresses } from '../../platform/outgoing/addresses.ts';
import { ok } from '../../platform/result.ts';
import type { Secrets } from '../../platform/secrets/secret.ts';
import { openHeaders } from './headers.ts';
import { type Notification, notificationBundle } from './subscription.rules.ts';
import {
  claimSubscriptions,
  type ClaimedRow,
  listNextEvents,
  markSent,
  moveOn,
  noteFailure,
  releaseClaim,
  setNext,
} from './subscriptions.store.ts';

/** How many notifications one process sends at once. */
const sentAtOnce = 200;
/** The polling interval for retries, heartbeats and events of other processes in ms. */
const lookEveryMs = 1000;
/** How long a process that stops waits for its notifications, in ms. */
const stopWaitsMs = 2000;

export interface NotifyingOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly addresses: Addresses;
  readonly publicUrl: string;
  /** The address of the FHIR server. */
  readonly base: string;
}

export interface Notifying {
  /** Looks for due notifications at once instead of at the next poll. */
  wake(): void;
  /** Stops claiming, waits a moment, then gives the claims under way back. */
  stop(): Promise<void>;
}

export function startNotifying(options: NotifyingOptions): Notifying {
  const { db, clock, log } = options;
  const processId = randomUUID();
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let isStopped = false;

  const looking = coalesce(async () => {
    if (isStopped || !(await isTimeSure(clock, db))) return;
    const places = sentAtOnce - running.size;
    if (places <= 0) return;
    const claimed = await claimSubscriptions(db, processId, clock.now(), places);
    for (const subscription of claimed) begin(subscription);
  }, warn);

  function warn(error: unknown): void {
    log.warn(
      describeError(error),
      'Notifications of subscriptions could not be sent. The server tries again in seconds; if this repeats, check PostgreSQL.',
    );
  }

  function begin(subscription: ClaimedRow): void {
    const work = notify(options, processId, subscription, stopping.signal)
      .catch(warn)
      .finally(() => {
        running.delete(work);
        wake();
      });
    running.add(work);
  }

  function wake(): void {
    if (!isStopped) void looking.run();
  }

  const timer = setInterval(wake, lookEveryMs).unref();
  wake();
  return {
    wake,
    async stop() {
      isStopped = true;
      const ended = looking.idle().then(() => Promise.all(running));
      await Promise.race([ended, sleep(stopWaitsMs, undefined, { ref: false })]);
      stopping.abort();
      await ended;
      clearInterval(timer);
    },
  };
}

/** Sends what a claimed subscription waits for: a handshake, events in one bundle, or a heartbeat. */
async function notify(
  options: NotifyingOptions,
  processId: string,
  subscription: ClaimedRow,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = options;
  const { id, events_sent: before, most_events: most, up_to: upTo } = subscription;
  const isHandshake = subscription.activated_at === null;
  const events = isHandshake ? [] : await listNextEvents(db, subscription, upTo);
  if (!isHandshake && events.length === 0 && !subscription.is_heartbeat_due) {
    return moveOn(db, processId, id, upTo);
  }
  const at = clock.now();
  const type = isHandshake ? 'handshake' : events.length > 0 ? 'event-notification' : 'heartbeat';
  const sent = await send(
    options,
    subscription,
    {
      uuid: randomUUID(),
      type,
      // A handshake asks for what it brings about, and a retry would end the error.
      status: isHandshake ? 'requested' : 'active',
      count: before + events.length,
      events: events.map((event, index) => ({ ...event, number: before + index + 1 })),
      at,
    },
    signal,
  );
  if (sent === undefined) return releaseClaim(db, processId, id);
  if (sent.outcome !== 'delivered') return recordFailure(options, processId, id, sent);
  const last = events.at(-1);
  const sentTo = isHandshake
    ? subscription.sent_to
    : events.length === most && last !== undefined
      ? last.position
      : upTo;
  return markSent(db, processId, id, { sentTo, events: events.length, now: clock.now() });
}

async function send(
  { secrets, addresses, base }: NotifyingOptions,
  subscription: ClaimedRow,
  notification: Notification,
  signal: AbortSignal,
): Promise<Sent | undefined> {
  const headers = openHeaders(subscription.sealed_headers, secrets);
  if (headers === undefined) {
    return { outcome: 'secret', status: null, latencyMs: 0, retryAfterMs: undefined };
  }
  const post = {
    url: new URL(subscription.url),
    headers: {
      ...Object.fromEntries(headers),
      'content-type': 'application/fhir+json',
      'user-agent': 'Baari-Webhooks',
    },
    body: JSON.stringify(notificationBundle(base, subscription, notification)),
    addresses,
  };
  return postOnce(post, notification.at, signal);
}

/** A failed handshake is final. Other notifications are tried again for five days. */
async function recordFailure(
  { db, clock, publicUrl }: NotifyingOptions,
  processId: string,
  id: string,
  { outcome, status, retryAfterMs }: Sent,
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    const problem = status === null ? problems[outcome] : `The receiver answered ${status}.`;
    const failed = await noteFailure(tx, processId, id, { problem, now });
    if (failed === undefined || failed.activated_at === null) return ok(undefined);
    const { failing_since: failingSince, warned_at: warnedAt, tries } = failed;
    const next = endpointAfterFailure({ failingSince, warnedAt }, status, now);
    await setNext(tx, id, {
      at: new Date(now.getTime() + waitAfterFailure(tries, retryAfterMs, Math.random())),
      isOff: next === 'disable',
      warnedAt: next === 'warn' ? now : warnedAt,
    });
    if (next !== 'failing') {
      const news = next === 'disable' ? 'disabled' : 'failing';
      await mailAboutWebhook(tx, failed, news, publicUrl, now);
    }
    return ok(undefined);
  });
}

const problems: Readonly<Record<Sent['outcome'], string>> = {
  delivered: '',
  status: 'The receiver did not answer 2xx.',
  slow: 'The receiver did not answer in time.',
  unreachable: 'The receiver could not be reached.',
  address: 'The address of the receiver is not allowed.',
  secret: 'The headers could not be decrypted.',
};
