/**
 * Looks some minutes after a call, or after the message to leave, whether a message has arrived. A
 * message whose delivery nobody reports counts as lost, so that the desk telephones [MSG-6].
 */
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { enqueueJob, type JobHandler } from '../platform/jobs/jobs.ts';
import { listDeliveriesAbout } from '../platform/messages/deliveries.store.ts';
import { nextLook, silentAfterMs } from '../platform/messages/delivery.rules.ts';
import { ok } from '../platform/result.ts';
import { noteIfNotReached } from './note-reach.ts';

export const reachCheckJobKind = 'reach-check';

const reachCheck = z.object({
  about: z.uuid(),
  kind: z.string(),
  /** Milliseconds since 1970; no message is sent after this time. */
  notAfter: z.number(),
});

/** Queues the look in the transaction that queues the messages. */
export function enqueueReachCheck(
  tx: Queryable,
  { about, kind, notAfter }: { about: string; kind: string; notAfter: Date },
  now: Date,
): Promise<void> {
  const payload = { about, kind, notAfter: notAfter.getTime() };
  return enqueueJob(tx, { kind: reachCheckJobKind, payload, runAt: later(now, silentAfterMs) });
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

/** The handler: notes what is known, and looks again while a message may still arrive. */
export function makeReachCheck({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): JobHandler {
  return async (payload) => {
    const { about, kind, notAfter } = reachCheck.parse(payload);
    await db.transaction(async (tx) => {
      const now = clock.now();
      await noteIfNotReached(tx, { about, kind }, now);
      const messages = await listDeliveriesAbout(tx, about, kind);
      const again = nextLook(messages, now);
      if (again !== undefined && now.getTime() <= notAfter + silentAfterMs) {
        await enqueueJob(tx, {
          kind: reachCheckJobKind,
          payload: { about, kind, notAfter },
          runAt: again,
        });
      }
      return ok(undefined);
    });
  };
}
