import type { OwnRating, RatingGiven } from '@baari/contract/doctor/rating.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { mayRate } from './rating.rules.ts';
import { findRating, goesOn, lockVisitOfAccount, upsertRating } from './ratings.store.ts';
import { ownRatingView } from './ratings.view.ts';

/**
 * Rates the patient's own completed visit; the rating may name any step of the visit. A visit has
 * one rating, so a later rating replaces the earlier one. Refuses a visit that still runs, and
 * another patient's visit as not_found [ENT-4, ROLE-1].
 */
export function rateVisit(
  { db, actor, clock }: PatientContext,
  entryId: string,
  { stars, words = '' }: RatingGiven,
): Promise<Result<{ rating: OwnRating }>> {
  return db.transaction(async (tx) => {
    const visit = await lockVisitOfAccount(tx, entryId, actor.userId);
    if (visit === undefined) return refuse('not_found');
    const now = clock.now();
    const before = await findRating(tx, visit);
    const isOver = !(await goesOn(tx, visit, now));
    const allowed = mayRate({ status: visit.status, isOver, ratedAt: before?.rated_at }, now);
    if (!allowed.ok) return allowed;
    const row = await upsertRating(tx, visit, before, { stars, words }, now);
    return ok({ rating: ownRatingView(row) });
  });
}
