/** When a visit can be rated, and for how long the rating can be changed [ENT-4]. */
import type { QueueStatus } from '@baari/contract/constants.ts';
import { ratingChangeDays } from '@baari/contract/doctor/rating.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

const dayMs = 86_400_000;

export function changeableUntil(ratedAt: Date): Date {
  return new Date(ratedAt.getTime() + ratingChangeDays * dayMs);
}

/** Refuses a visit that was not completed or has further stops, and a change after seven days. */
export function mayRate(
  visit: {
    readonly status: QueueStatus;
    /** Whether the visit has no open or planned stop. */
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
