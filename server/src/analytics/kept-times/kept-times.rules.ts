/**
 * The share of wait forecasts that were right, with a confidence interval. A good or bad day
 * affects all doctors and patients of a hospital alike. So the interval is computed from days, not
 * visits [WAIT-3].
 */

import {
  type Certain,
  fewestDays,
  ofShare,
  sureDeviationsOf,
} from '../../platform/certainty.rules.ts';

/**
 * The wait forecasts of one day at the hospital: their number, how many patients were called by the
 * upper end, and how many within the range.
 */
export interface KeptDay {
  readonly announced: number;
  readonly kept: number;
  readonly inside: number;
}

/** The fewest forecasts for which a percentage is shown. A doctor's own page has the same limit. */
export const fewestAnnounced = 50;

/**
 * The share of forecasts that were right; undefined with too few forecasts or days. `held` chooses
 * what counts as right.
 */
export function keptShare(days: readonly KeptDay[], held: 'kept' | 'inside'): Certain | undefined {
  const announced = days.reduce((sum, day) => sum + day.announced, 0);
  if (announced < fewestAnnounced || days.length < fewestDays) return undefined;
  const share = days.reduce((sum, day) => sum + day[held], 0) / announced;
  // Jackknife: leaves out each day in turn, because a big day pulls the share towards itself.
  const squares = days.reduce((sum, day) => {
    const pull = (day[held] - share * day.announced) / (1 - day.announced / announced);
    return sum + pull ** 2;
  }, 0);
  const variance = (squares * (days.length - 1)) / days.length / announced ** 2;
  // The effective number of days. It is below the actual number if the days differ much in their
  // number of forecasts.
  const alike = announced ** 2 / days.reduce((sum, day) => sum + day.announced ** 2, 0);
  return ofShare(share, worthOf(share, variance, announced), sureDeviationsOf(alike));
}

/**
 * The effective sample size: the number of independent forecasts that carry the same information.
 * If all forecasts were right, or all wrong, the variation between days is unknown. Then every
 * forecast counts.
 */
function worthOf(share: number, variance: number, announced: number): number {
  if (share === 0 || share === 1) return announced;
  return (share * (1 - share)) / variance;
}
