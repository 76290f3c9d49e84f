/**
 * Delivers events to webhooks [API-30]. Every process does it. A process claims deliveries for a few
 * seconds and renews its claims while it sends, so the deliveries of a killed process are sent soon
 * by another: each event arrives at least once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, isTimeSure } from '../../../platform/clock.ts';
import { coalesce } from '../../../platform/coalesce.ts';
import type { Database } from '../../../platform/database/database.ts';
import { describeError, type Log } from '../../../platform/log.ts';
import { addressesWith } from '../../../platform/outgoing/addresses.ts';
import { ok } from '../../../platform/result.ts';
import type { Secrets } from '../../../platform/secrets/secret.ts';
import { publicEventView } from '../../events/public-events.view.ts';
import {
  type Claim,
  claimDeliveries,
  type ClaimedDelivery,
  leaseMs,
  releaseClaim,
  renewLeases,
} from './deliveries.store.ts';
import { recordAttempt } from './record-attempt.ts';
import { sendWebhook } from './send-webhook.ts';

/** How many deliveries one process sends at once, for all endpoints together. */
const sentAtOnce = 500;
/** The polling interval for due retries and for events of other processes in ms. */
const lookEveryMs = 1000;
/** How long a process that stops waits for its deliveries, in ms. */
const stopWaitsMs = 2000;

export interface DeliveringOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  /** The code of this installation in the ids of events. */
  readonly cell: string;
  readonly publicUrl: string;
  /** Private networks that the operator allows, such as 10.0.0.0/8. */
  readonly networks: readonly string[];
  /** From 0 up to 1, for jitter. */
  readonly random?: () => number;
}

export interface Delivering {
  /** Looks for due deliveries at once instead of at the next poll. */
  wake(): void;
  /** Stops claiming, waits a moment, then gives the deliveries under way back. */
  stop(): Promise<void>;
}

/** Starts to deliver events until stopped. */
export function startDelivering(options: DeliveringOptions): Delivering {
  const { db, clock, log, random = Math.random } = options;
  const processId = randomUUID();
  const addresses = addressesWith(options.networks);
  const stopping = new AbortController();
  const running = new Map<Promise<void>, Claim>();
  let isStopped = false;
  const recording = { db, clock, processId, random, publicUrl: options.publicUrl };

  const looking = coalesce(async () => {
    if (isStopped || !(await isTimeSure(clock, db))) return;
    while (!isStopped && (await fill()));
  }, warn('Events could not be sent to hospitals’ own systems.'));
  const renewing = coalesce(async () => {
    if (running.size > 0) await renewLeases(db, processId, [...running.values()]);
  }, warn('Deliveries of events could not be kept, so some may be sent twice.'));

  function warn(what: string): (error: unknown) => void {
    return (error) =>
      log.warn(
        describeError(error),
        `${what} The server tries again in seconds; if this repeats, check PostgreSQL.`,
      );
  }

  /** Starts due deliveries; returns whether there may be more. */
  async function fill(): Promise<boolean> {
    const places = sentAtOnce - running.size;
    if (places <= 0) return false;
    const claimed = await db.transaction(async (tx) =>
      ok(await claimDeliveries(tx, processId, clock.now(), places)),
    );
    if (!claimed.ok) return false;
    for (const delivery of claimed.value) begin(delivery);
    return claimed.value.length > 0;
  }

  function begin(delivery: ClaimedDelivery): void {
    const claim = { eventId: delivery.id, endpointId: delivery.endpoint_id };
    const work = deliver(delivery, claim)
      .catch(warn('The result of a delivery could not be recorded, so it is sent again.'))
      .finally(() => {
        running.delete(work);
        wake();
      });
    running.set(work, claim);
  }

  async function deliver(delivery: ClaimedDelivery, claim: Claim): Promise<void> {
    const event = publicEventView(delivery, options.cell);
    const at = clock.now();
    const message = { id: event.id, body: JSON.stringify(event), at };
    const sending = { secrets: options.secrets, addresses };
    const sent = await sendWebhook(delivery, message, sending, stopping.signal);
    if (sent === undefined) await releaseClaim(db, processId, claim);
    else await recordAttempt(recording, claim, sent, at);
  }

  function wake(): void {
    if (!isStopped) void looking.run();
  }

  const timers = [
    setInterval(wake, lookEveryMs).unref(),
    setInterval(() => void renewing.run(), leaseMs / 3).unref(),
  ];
  wake();
  return {
    wake,
    async stop() {
      isStopped = true;
      const ended = looking.idle().then(() => Promise.all(running.keys()));
      await Promise.race([ended, sleep(stopWaitsMs, undefined, { ref: false })]);
      stopping.abort();
      await ended;
      for (const timer of timers) clearInterval(timer);
      await renewing.idle();
    },
  };
}
