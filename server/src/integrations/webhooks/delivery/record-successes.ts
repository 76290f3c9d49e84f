/**
 * Records deliveries that succeeded [API-30]. Those that end while a transaction runs share the next
 * one, because each transaction waits for the disk.
 */
import { coalesce } from '../../../platform/coalesce.ts';
import { ok } from '../../../platform/result.ts';
import { noteSuccesses } from '../webhooks.store.ts';
import { type Claim, hastenDeliveries, insertAttempts, markSent } from './deliveries.store.ts';
import type { Recording } from './record-failure.ts';
import { outageMs } from './retry.rules.ts';

export interface Success {
  readonly claim: Claim;
  readonly startedAt: Date;
  readonly status: number | null;
  readonly latencyMs: number;
}

interface Waiting {
  readonly success: Success;
  readonly recorded: PromiseWithResolvers<void>;
}

/** Returns a function that records a success and resolves when it is in the database. */
export function makeSuccessRecorder(recording: Recording): (success: Success) => Promise<void> {
  let waiting: Waiting[] = [];
  const flushing = coalesce(
    async () => {
      const batch = waiting;
      waiting = [];
      const isWhole = await recordSuccesses(
        recording,
        batch.map(({ success }) => success),
      ).then(
        () => true,
        () => false,
      );
      // One of them may be what failed, such as the delivery of an event that was just deleted.
      for (const { success, recorded } of batch) {
        if (isWhole) recorded.resolve();
        else await recordSuccesses(recording, [success]).then(recorded.resolve, recorded.reject);
      }
    },
    () => undefined,
  );
  return (success) => {
    const recorded = Promise.withResolvers<void>();
    waiting.push({ success, recorded });
    void flushing.run();
    return recorded.promise;
  };
}

/**
 * If another process has claimed a delivery meanwhile, only its attempt is recorded; of an endpoint
 * that was removed, nothing.
 */
async function recordSuccesses(
  { db, clock, processId }: Recording,
  successes: readonly Success[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    const claims = successes.map(({ claim }) => claim);
    const changed = await noteSuccesses(tx, [...new Set(claims.map((c) => c.endpointId))], now);
    await markSent(tx, processId, claims);
    for (const { id, since } of changed) {
      // After an outage nothing waits for the rest of its retry schedule.
      const isAfterOutage = since !== null && now.getTime() - since.getTime() >= outageMs;
      if (isAfterOutage) await hastenDeliveries(tx, id, now);
    }
    await insertAttempts(
      tx,
      successes.map(({ claim: { endpointId, eventId }, startedAt: at, status, latencyMs }) => ({
        endpointId,
        eventId,
        at,
        outcome: 'delivered',
        status,
        latencyMs,
      })),
    );
    return ok(undefined);
  });
}
