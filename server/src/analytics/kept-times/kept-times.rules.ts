/**
 * How often forecasts held, with a confidence interval. One doctor's day affects all its patients
 * alike, so the interval is computed from the days, not the visits [WAIT-3].
 */

import { type Certain, fewestDays, ofShare } from '../certainty.rules.ts';

/** The forecasts of one doctor-day: number, kept, and called within the range. */
export interface KeptDay {
  readonly announced: number;
  readonly kept: number;
  readonly inside: number;
}

/** Below this many forecasts no share is shown, as on a doctor's own page. */
export const fewestAnnounced = 50;

/** The share of forecasts that held; undefined with too few. */
export function keptShare(days: readonly KeptDay[], held: 'kept' | 'inside'): Certain | undefined {
  const announced = days.reduce((sum, day) => sum + day.announced, 0);
  if (announced < fewestAnnounced || days.length < fewestDays) return undefined;
  const share = days.reduce((sum, day) => sum + day[held], 0) / announced;
  const squares = days.reduce((sum, day) => sum + (day[held] - share * day.announced) ** 2, 0);
  const deviation = Math.sqrt((squares * days.length) / (days.length - 1)) / announced;
  return ofShare(share, worthOf(share, deviation, announced));
}

/**
 * The effective sample size: independent forecasts with the same information. If all or none held,
 * the variation between days is unknown.
 */
function worthOf(share: number, deviation: number, announced: number): number {
  if (share === 0 || share === 1) return announced;
  return (share * (1 - share)) / deviation ** 2;
}
