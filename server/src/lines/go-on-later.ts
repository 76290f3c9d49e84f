/** Visits that go on after the change by which they can: some at a time, each with a transaction of its own. */
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { lockDoctor } from '../platform/doctor-lock.store.ts';
import { enqueueJob, type JobHandler } from '../platform/jobs.ts';
import { goneBefore } from '../queue/going-on.rules.ts';
import { goOnWhereOpened } from './go-on.ts';
import { listWaitingFor } from './journey.store.ts';

export const goOnJobKind = 'go-on';

const goOnJob = z.object({
  lineId: z.uuid(),
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  entryIds: z.array(z.uuid()).optional(),
});

interface Later {
  readonly lineId: string;
  /** When their last stop was done. */
  readonly since: Date;
  readonly until: Date;
  readonly entryIds?: readonly string[] | undefined;
}

/** Queues it with the change; nothing where nobody is to go on. */
export async function goOnLater(tx: Queryable, later: Later, now: Date): Promise<void> {
  const [first] = await listWaitingFor(tx, later, 1);
  if (first === undefined) return;
  await enqueueJob(tx, { kind: goOnJobKind, payload: later, runAt: now });
}

/** A doctor is back: whoever was to come into this line while the doctor was away does. */
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

/** A line that takes nobody again by now keeps them; whoever went elsewhere meanwhile is not there any more. */
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
      await lockDoctor(tx, lineId);
      const now = clock.now();
      const gone = await goOnWhereOpened(tx, null, waited, now);
      if (gone.ok && gone.value.hasMore) await goOnLater(tx, waited, now);
      return gone;
    });
    // Somebody has joined elsewhere at that very moment: it is tried again.
    if (!some.ok) throw new Error(`Visits could not go on: ${some.code}.`);
  };
}
