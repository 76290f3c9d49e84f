/** When to leave for the hospital: one rule for pages and messages [PAT-11]. */

/** How many standard deviations before the expected time 10 % of patients are called. */
export const earlyDeviations = 1.28;
/** The assumed error of the travel time: a share of it, plus minutes to find the room. */
const wayError = { share: 0.25, minutes: 4 };
/** Minutes from the hospital's door to the doctor's door. */
const atTheHospital = 4;

/**
 * Minutes from the forecast until the patient should leave, so that 90 % arrive before they are called; 0 or less means
 * now. Uses the uncalibrated forecast [waits: leave now].
 */
export function leavesIn(wait: {
  readonly expected: number;
  readonly deviation: number;
  /** Travel time in minutes; 0 for a patient at the hospital. */
  readonly way: number;
}): number {
  const { expected, deviation, way } = wait;
  const spread = Math.hypot(deviation, wayError.share * way, wayError.minutes);
  return expected - earlyDeviations * spread - way - atTheHospital;
}

/**
 * The first in line is next once the call may come within so many minutes, as if at the hospital. At
 * 40, a patient with twenty minutes to go read "Be at the door".
 */
const nextWithin = 5;

/**
 * Minutes until the first in line counts as next. A long way to travel does not by itself mean that the call is near.
 */
export function nextIn({ leavesIn, way }: { leavesIn: number; way: number }): number {
  return Math.max(leavesIn, leavesIn + way - nextWithin);
}

/**
 * What a waiting patient should do now. The first in line is "next" only if the call is near. While the doctor has not
 * arrived or has a break, or the way is long, there is still time [INV-16].
 */
export function whatToDo(entry: {
  /** The position, from 1. */
  readonly place: number;
  readonly isOnSite: boolean;
  /**
   * Minutes until it is time to leave; at the hospital, without travel time. Undefined if it cannot be forecast.
   */
  readonly leavesIn: number | undefined;
  /** Travel time in minutes; 0 for a patient at the hospital. */
  readonly way: number;
}): 'next' | 'leave_now' | 'stay' | 'wait_here' {
  const { leavesIn, way } = entry;
  const isTime = leavesIn !== undefined && leavesIn <= 0;
  if (isTime && entry.place === 1 && nextIn({ leavesIn, way }) <= 0) return 'next';
  // A patient on site neither has to leave nor has another place to wait.
  if (entry.isOnSite) return 'wait_here';
  return isTime ? 'leave_now' : 'stay';
}
