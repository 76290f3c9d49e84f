/** The views of a rating for its patient and for the hospital. */
import { defaultDoctorName } from '@baari/contract/constants.ts';
import {
  type OwnRating,
  type RatingSummary,
  ratingStars,
  type ReceivedRating,
} from '@baari/contract/doctor/rating.ts';
import { changeableUntil } from './rating.rules.ts';
import type { OwnRatingRow, ReceivedRatingRow } from './ratings.store.ts';

export function ownRatingView(row: OwnRatingRow): OwnRating {
  return {
    entryId: row.entry_id,
    stars: row.stars,
    words: row.words,
    ratedAt: row.rated_at.toISOString(),
    changeableUntil: changeableUntil(row.rated_at).toISOString(),
  };
}

/**
 * A rating as the hospital sees it: without the patient, and with the day but not the time, so that
 * nobody can be identified.
 */
export function receivedRatingView(row: ReceivedRatingRow): ReceivedRating {
  return {
    id: row.id,
    doctor: { id: row.doctor_id, name: row.doctor_name || defaultDoctorName },
    stars: row.stars,
    words: row.words,
    ratedOn: row.rated_on,
  };
}

export function ratingSummaryView(
  rows: readonly { readonly stars: number; readonly count: number }[],
  months: RatingSummary['months'],
): RatingSummary {
  const countOf = (stars: number) => rows.find((row) => row.stars === stars)?.count ?? 0;
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const stars = rows.reduce((sum, row) => sum + row.count * row.stars, 0);
  return {
    count,
    average: count === 0 ? null : Math.round((stars / count) * 10) / 10,
    byStars: ratingStars.toReversed().map((value) => ({ stars: value, count: countOf(value) })),
    months: months.toReversed(),
  };
}
