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
import { recordFailure } from './record-failure.ts';
import { makeSuccessRecorder } from './record-successes.ts';
import { makeSendingPlaces } from './sending-places.ts';
import { sendWebhook } from './send-webhook.ts';

/** How many deliveries one process holds at once, for all endpoints together. */
const heldAtOnce = 2000;
/** How many deliveries of one endpoint are under way at once. */
const placesOfEndpoint = 2;
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
  const recordSuccess = makeSuccessRecorder(recording);
  const inPlace = makeSendingPlaces(placesOfEndpoint);

  const looking = coalesce(async () => {
    if (isStopped || !(await isTimeSure(clock, db))) return;
    await fill();
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

  /** Starts due deliveries. The end of each looks again, and so does the next event. */
  async function fill(): Promise<void> {
    const places = heldAtOnce - running.size;
    if (places <= 0) return;
    const claimed = await db.transaction(async (tx) =>
      ok(await claimDeliveries(tx, processId, clock.now(), places)),
    );
    if (claimed.ok) for (const delivery of claimed.value) begin(delivery);
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
    const sending = { secrets: options.secrets, addresses };
    const body = JSON.stringify(event);
    const { sent, at } = await inPlace(claim.endpointId, async () => {
      const message = { id: event.id, body, at: clock.now() };
      const isToSend = !stopping.signal.aborted;
      return {
        at: message.at,
        sent: isToSend ? await sendWebhook(delivery, message, sending, stopping.signal) : undefined,
      };
    });
    if (sent === undefined) await releaseClaim(db, processId, claim);
    else if (sent.outcome !== 'delivered') await recordFailure(recording, claim, sent, at);
    else {
      const { status, latencyMs } = sent;
      await recordSuccess({ claim, startedAt: at, status, latencyMs });
    }
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
