/** When to leave for the hospital: one rule for pages and messages [PAT-11]. */

/** 10 % are called earlier than this many standard deviations before the expected time. */
export const earlyDeviations = 1.28;
/** Error of the travel time: a share of it, plus minutes to find the room. */
const wayError = { share: 0.25, minutes: 4 };
/** Minutes from the hospital's door to the doctor's. */
const atTheHospital = 4;

/**
 * Minutes from the forecast until the patient should leave, so that 90 % are there when called; 0
 * or less: now. The forecast is the uncalibrated one [waits: leave now].
 */
export function leavesIn(wait: {
  readonly expected: number;
  readonly deviation: number;
  /** Travel time in minutes; 0 at the hospital. */
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

/** Minutes until the first in line counts as next; a long way alone does not make the call near. */
export function nextIn({ leavesIn, way }: { leavesIn: number; way: number }): number {
  return Math.max(leavesIn, leavesIn + way - nextWithin);
}

/**
 * What a waiting patient should do now. The first in line is "next" only when the call is near.
 * Before the doctor arrives, during a break or with a long way to go, there is still time [INV-16].
 */
export function whatToDo(entry: {
  /** Position from 1. */
  readonly place: number;
  readonly isOnSite: boolean;
  /**
   * Minutes until it is time to leave, with travel time 0 at the hospital; undefined: cannot be
   * forecast.
   */
  readonly leavesIn: number | undefined;
  /** Travel time in minutes; 0 at the hospital. */
  readonly way: number;
}): 'next' | 'leave_now' | 'stay' | 'wait_here' {
  const { leavesIn, way } = entry;
  const isTime = leavesIn !== undefined && leavesIn <= 0;
  if (isTime && entry.place === 1 && nextIn({ leavesIn, way }) <= 0) return 'next';
  // A patient on site neither has to leave nor has another place to wait.
  if (entry.isOnSite) return 'wait_here';
  return isTime ? 'leave_now' : 'stay';
}
