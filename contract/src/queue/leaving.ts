/** When a patient should leave for the hospital: one rule for pages and messages [PAT-11]. */

/** 10 % of patients are called more than this many standard deviations before the expected time. */
export const earlyDeviations = 1.28;
/**
 * The assumed error of the patient's travel time: a share of the travel time, plus minutes to find
 * the room.
 */
const wayError = { share: 0.25, minutes: 4 };
/** Minutes from the hospital's door to the doctor's door. */
const atTheHospital = 4;

/**
 * Minutes from the time of the forecast until the patient should leave home, so that 90 % arrive
 * before they are called; 0 or less means now. Uses the uncalibrated forecast [waits: leave now].
 */
export function leavesIn(wait: {
  readonly expected: number;
  readonly deviation: number;
  /** The patient's travel time in minutes; 0 for a patient at the hospital. */
  readonly way: number;
}): number {
  const { expected, deviation, way } = wait;
  const spread = Math.hypot(deviation, wayError.share * way, wayError.minutes);
  return expected - earlyDeviations * spread - way - atTheHospital;
}

/**
 * A patient who is first in line counts as next once the call may come within this many minutes,
 * not counting travel time. A larger value would send patients to the door too early.
 */
const nextWithin = 5;

/**
 * Minutes until the patient who is first in line counts as next. A long travel time does not by
 * itself mean that the call is near.
 */
export function nextIn({ leavesIn, way }: { leavesIn: number; way: number }): number {
  return Math.max(leavesIn, leavesIn + way - nextWithin);
}

/**
 * What a waiting patient should do now. The first in line is "next" only if the call is near. The
 * call is not near if the doctor has not arrived or has a break, or if only a long travel time
 * makes the patient leave soon [INV-16].
 */
export function whatToDo(entry: {
  /** The position, from 1. */
  readonly place: number;
  readonly isOnSite: boolean;
  /**
   * Minutes until it is time to leave home. For a patient at the hospital, no travel time is
   * counted. Undefined if the call cannot be forecast.
   */
  readonly leavesIn: number | undefined;
  /** The patient's travel time in minutes; 0 for a patient at the hospital. */
  readonly way: number;
}): 'next' | 'leave_now' | 'stay' | 'wait_here' {
  const { leavesIn, way } = entry;
  const isTime = leavesIn !== undefined && leavesIn <= 0;
  if (isTime && entry.place === 1 && nextIn({ leavesIn, way }) <= 0) return 'next';
  // A patient at the hospital need not leave home and has no other place to wait.
  if (entry.isOnSite) return 'wait_here';
  return isTime ? 'leave_now' : 'stay';
}
