/** When to set out for the hospital: one rule for what the page says and what the message tells [PAT-11]. */
import { leaveSpareMinutes } from './constants.ts';

/** With so many others on site the doctor has somebody to see: the next can come later. */
export const othersThatSuffice = 2;

/** Minutes to spare on top of the way, by how many others wait for the doctor at the hospital. */
export function leaveSpareFor(othersOnSite: number): number {
  return othersOnSite >= othersThatSuffice ? leaveSpareMinutes.crowded : leaveSpareMinutes.usual;
}

/** Minutes from when the wait was estimated until it is time to set out; 0 or less: now. */
export function minutesUntilLeaving(wait: {
  /** The median. */
  readonly waitMinutes: number;
  /** The way there. */
  readonly travelMinutes: number;
  readonly spareMinutes: number;
}): number {
  return wait.waitMinutes - wait.travelMinutes - wait.spareMinutes;
}

/** One in ten is called sooner than so many deviations before what is expected. */
const earlyDeviations = 1.28;
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
  /** The way there, minutes. */
  readonly way: number;
}): number {
  const { expected, deviation, way } = wait;
  const spread = Math.hypot(deviation, wayError.share * way, wayError.minutes);
  return expected - earlyDeviations * spread - way - atTheHospital;
}
