/**
 * How often forecasts held, with a confidence interval. One doctor's day affects all its patients
 * alike, so the interval is computed from the days, not the visits [WAIT-3].
 */

import { type Certain, fewestDays, ofShare } from './certainty.rules.ts';

/** The forecasts of one doctor-day: number, kept, and called within the range. */
export interface KeptDay {
  readonly told: number;
  readonly kept: number;
  readonly inside: number;
}

/** Below this many forecasts no share is shown, as on a doctor's own page. */
export const fewestTold = 50;

/** The share of forecasts that held; undefined with too few. */
export function keptShare(days: readonly KeptDay[], held: 'kept' | 'inside'): Certain | undefined {
  const told = days.reduce((sum, day) => sum + day.told, 0);
  if (told < fewestTold || days.length < fewestDays) return undefined;
  const share = days.reduce((sum, day) => sum + day[held], 0) / told;
  const squares = days.reduce((sum, day) => sum + (day[held] - share * day.told) ** 2, 0);
  const deviation = Math.sqrt((squares * days.length) / (days.length - 1)) / told;
  return ofShare(share, worthOf(share, deviation, told));
}

/**
 * The effective sample size: independent forecasts with the same information. If all or none held,
 * the variation between days is unknown.
 */
function worthOf(share: number, deviation: number, told: number): number {
  if (share === 0 || share === 1) return told;
  return (share * (1 - share)) / deviation ** 2;
}
