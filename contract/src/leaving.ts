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
