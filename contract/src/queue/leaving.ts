/** When to set out for the hospital: one rule for what the page says and what the message tells [PAT-11]. */

/** One in ten is called sooner than so many deviations before what is expected. */
export const earlyDeviations = 1.28;
/** How far a way may be off, as a share of it, and the finding of the room, minutes. */
const wayError = { share: 0.25, minutes: 4 };
/** From the door to the doctor's, minutes. */
const atTheHospital = 4;

/**
 * Minutes from when a wait was forecast until it is time to set out, so that nine of ten are there
 * when called; 0 or less: now. The forecast is the unfitted one [waits: leave now].
 */
export function leavesIn(wait: {
  readonly expected: number;
  readonly deviation: number;
  /** The way there, minutes; 0 for somebody who is at the hospital. */
  readonly way: number;
}): number {
  const { expected, deviation, way } = wait;
  const spread = Math.hypot(deviation, wayError.share * way, wayError.minutes);
  return expected - earlyDeviations * spread - way - atTheHospital;
}

/** Whoever sets out as it is time and is at the hospital within so many minutes is next. */
const nextWithin = 40;

/** Minutes until the first in line is next, and not only to set out: a long way makes no call near. */
export function nextIn({ leavesIn, way }: { leavesIn: number; way: number }): number {
  return Math.max(leavesIn, leavesIn + way - nextWithin);
}

/**
 * What one who waits does now. Whoever is first is next only when the call is near: before the
 * doctor has come, with a break in between or with a long way to go, there is time [INV-16].
 */
export function whatToDo(entry: {
  /** 1…n. */
  readonly place: number;
  readonly isOnSite: boolean;
  /** Until it is time to set out, for a way of 0 where somebody is there; undefined: nobody can say. */
  readonly leavesIn: number | undefined;
  /** The way there, minutes; 0 for somebody who is at the hospital. */
  readonly way: number;
}): 'next' | 'leave_now' | 'stay' | 'wait_here' {
  const { leavesIn, way } = entry;
  const isTime = leavesIn !== undefined && leavesIn <= 0;
  if (isTime && entry.place === 1 && nextIn({ leavesIn, way }) <= 0) return 'next';
  // Who is there has nowhere to set out for, and no other place to stay at.
  if (entry.isOnSite) return 'wait_here';
  return isTime ? 'leave_now' : 'stay';
}
