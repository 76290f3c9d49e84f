/** The counts of a hospital's day, as sent to clients [STAFF-2]. */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { getDayCounts } from '@baari/contract/queue/queue.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { sharedRead } from '../../platform/database/shared-read.ts';
import { countDay, findDay } from './day-counts.store.ts';

export type CountedDay = ReplyOf<typeof getDayCounts>;

/**
 * Reads the counts of a hospital's day, without patient data; undefined for an unknown hospital.
 * Screens that ask at the same time share one query.
 */
export async function readDayCounts(
  { db, clock }: { readonly db: Queryable; readonly clock: Clock },
  hospitalId: string,
): Promise<CountedDay | undefined> {
  const [row, day] = await sharedRead(db, `counts ${hospitalId}`, () => {
    const now = clock.now();
    return Promise.all([countDay(db, hospitalId, now), findDay(db, hospitalId, now)]);
  });
  if (day === undefined) return undefined;
  return {
    counts: {
      pending: row.pending,
      waiting: row.waiting,
      inProgress: row.in_progress,
      approvedToday: row.approved_today,
      rejectedToday: row.rejected_today,
      completedToday: row.completed_today,
    },
    dayEndsAt: day.end.toISOString(),
  };
}
