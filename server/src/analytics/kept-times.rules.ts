/**
 * How often told times held, with what chance leaves open. What one doctor's day does to its patients it
 * does to all of them, so what is sure follows from the days, not from the visits [WAIT-3].
 */

import { type Certain, fewestDays, ofShare } from './certainty.rules.ts';

/** Of the waits told on one day of one doctor: how many, kept, and called within the range. */
export interface KeptDay {
  readonly told: number;
  readonly kept: number;
  readonly inside: number;
}

/** Fewer say nothing, as on a doctor's own page. */
export const fewestTold = 50;

/** The share of what was told that held; undefined while too little was told. */
export function keptShare(days: readonly KeptDay[], held: 'kept' | 'inside'): Certain | undefined {
  const told = days.reduce((sum, day) => sum + day.told, 0);
  if (told < fewestTold || days.length < fewestDays) return undefined;
  const share = days.reduce((sum, day) => sum + day[held], 0) / told;
  const squares = days.reduce((sum, day) => sum + (day[held] - share * day.told) ** 2, 0);
  const deviation = Math.sqrt((squares * days.length) / (days.length - 1)) / told;
  return ofShare(share, worthOf(share, deviation, told));
}

/** As many waits as tell as much each for itself; where all or none held, no day says how days differ. */
function worthOf(share: number, deviation: number, told: number): number {
  if (share === 0 || share === 1) return told;
  return (share * (1 - share)) / deviation ** 2;
}
