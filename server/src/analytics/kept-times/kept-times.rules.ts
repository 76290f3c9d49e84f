/**
 * How often forecasts held, with a confidence interval. A hospital's day affects all its doctors and
 * patients alike, so the interval is computed from the days, not the visits [WAIT-3].
 */

import { type Certain, fewestDays, ofShare, sureDeviationsOf } from '../certainty.rules.ts';

/** The forecasts of one day of the hospital: number, kept, and called within the range. */
export interface KeptDay {
  readonly announced: number;
  readonly kept: number;
  readonly inside: number;
}

/** Below this many forecasts no share is shown, as on a doctor's own page. */
export const fewestAnnounced = 50;

/** The share of forecasts that held; undefined with too few forecasts or days. */
export function keptShare(days: readonly KeptDay[], held: 'kept' | 'inside'): Certain | undefined {
  const announced = days.reduce((sum, day) => sum + day.announced, 0);
  if (announced < fewestAnnounced || days.length < fewestDays) return undefined;
  const share = days.reduce((sum, day) => sum + day[held], 0) / announced;
  // As if each day was left out in turn (jackknife): a big day pulls the share towards itself.
  const squares = days.reduce((sum, day) => {
    const pull = (day[held] - share * day.announced) / (1 - day.announced / announced);
    return sum + pull ** 2;
  }, 0);
  const variance = (squares * (days.length - 1)) / days.length / announced ** 2;
  // A big day counts as several: of days of very different size there are fewer than it seems.
  const alike = announced ** 2 / days.reduce((sum, day) => sum + day.announced ** 2, 0);
  return ofShare(share, worthOf(share, variance, announced), sureDeviationsOf(alike));
}

/**
 * The effective sample size: independent forecasts with the same information. If all or none held,
 * the variation between days is unknown.
 */
function worthOf(share: number, variance: number, announced: number): number {
  if (share === 0 || share === 1) return announced;
  return (share * (1 - share)) / variance;
}
