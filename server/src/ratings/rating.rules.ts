/** When a visit can be rated, and for how long the rating can be changed [ENT-4]. */
import type { QueueStatus } from '@baari/contract/constants.ts';
import { ratingChangeDays } from '@baari/contract/doctor/rating.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

const dayMs = 86_400_000;

export function changeableUntil(ratedAt: Date): Date {
  return new Date(ratedAt.getTime() + ratingChangeDays * dayMs);
}

/**
 * Refuses a rating of a visit that was not completed or has further steps, and a change of a rating
 * after seven days.
 */
export function mayRate(
  visit: {
    readonly status: QueueStatus;
    /** Whether the visit has no open or planned step left. */
    readonly isOver: boolean;
    readonly ratedAt: Date | undefined;
  },
  now: Date,
): Result<null> {
  if (visit.status !== 'completed' || !visit.isOver) return refuse('visit_not_completed');
  if (visit.ratedAt !== undefined && now > changeableUntil(visit.ratedAt)) {
    return refuse('rating_final');
  }
  return ok(null);
}
