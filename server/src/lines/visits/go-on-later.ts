/**
 * Moves visits to their next step after a change, such as the opening of a line. The visits move in
 * batches, each in its own transaction.
 */
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { lockLine } from '../../platform/hospital-sql/line-lock.store.ts';
import { enqueueJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { ok } from '../../platform/result.ts';
import { goneBefore } from '../../queue/transfer/going-on.rules.ts';
import { goOnWhereOpened, lineOfPlan } from './go-on.ts';
import { findClosedSince, keepWaiting, listWaitingFor } from './journey.store.ts';

export const goOnJobKind = 'go-on';

const goOnJob = z.object({
  lineId: z.uuid(),
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  entryIds: z.array(z.uuid()).optional(),
});

interface Later {
  readonly lineId: string;
  /** Only visits whose last step ended between `since` and `until` move on. */
  readonly since: Date;
  readonly until: Date;
  readonly entryIds?: readonly string[] | undefined;
}

/**
 * Queues the job that moves visits on, in the transaction of the change. Queues nothing if no visit
 * is due.
 */
export async function goOnLater(tx: Queryable, later: Later, now: Date): Promise<void> {
  const [first] = await listWaitingFor(tx, later, 1);
  if (first === undefined) return;
  await enqueueJob(tx, { kind: goOnJobKind, payload: later, runAt: now });
}

/**
 * Moves visits to the line of a doctor who is back from an absence. Only visits whose last step
 * ended during the absence move.
 */
export async function goOnToDoctor(
  tx: Queryable,
  doctorId: string,
  awaySince: Date | null,
  now: Date,
): Promise<void> {
  const earliest = goneBefore(now);
  const since = awaySince !== null && awaySince > earliest ? awaySince : earliest;
  await goOnLater(tx, { lineId: doctorId, since, until: now }, now);
}

/** The highest number of a hospital's visits that are read because they wait for one line. */
const mostWaiting = 2000;

/**
 * Removes a line by calling `goes`. Visits that waited for the line go on to their next planned
 * step, or end. The caller holds the line's lock.
 */
export async function goOnPast(
  tx: Queryable,
  lineId: string,
  now: Date,
  goes: () => Promise<void>,
): Promise<void> {
  const since = await findClosedSince(tx, lineId, now);
  const waiting =
    since === undefined ? [] : await listWaitingFor(tx, { lineId, since, until: now }, mostWaiting);
  await goes();
  if (since === undefined) return;
  const behind = new Map<string, string[]>();
  for (const entryId of waiting) {
    const next = await lineOfPlan(tx, entryId);
    if (next !== undefined) behind.set(next, [...(behind.get(next) ?? []), entryId]);
  }
  // The next lines are not locked here, because that would break the lock order. A job locks them.
  for (const [next, entryIds] of behind) {
    await goOnLater(tx, { lineId: next, since, until: now, entryIds }, now);
  }
}

/**
 * Makes the handler of the job that moves visits on. Visits stay due if the line has closed again.
 * Visits that are in another line by then are skipped.
 */
export function makeGoOnHandler({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): JobHandler {
  return async (given) => {
    const { lineId, since, until, entryIds } = goOnJob.parse(given);
    const waited = { lineId, since: new Date(since), until: new Date(until), entryIds };
    const some = await db.transaction(async (tx) => {
      await lockLine(tx, lineId);
      const now = clock.now();
      if ((await findClosedSince(tx, lineId, now)) !== undefined) {
        await keepWaiting(tx, waited);
        return ok({ hasMore: false });
      }
      const gone = await goOnWhereOpened(tx, null, waited, now);
      if (gone.ok && gone.value.hasMore) await goOnLater(tx, waited, now);
      return gone;
    });
    // A patient joined another line in a concurrent transaction, so the job is retried.
    if (!some.ok) throw new Error(`Visits could not go on: ${some.code}.`);
  };
}
