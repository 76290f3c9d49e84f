/** The time by which the desk should call a patient, by urgency [waits: order and urgency]. */
import { dueMinutes, type Urgency } from '@baari/contract/constants.ts';

import type { Opening } from '@baari/contract/hospital/opening.ts';

const minuteMs = 60_000;

/**
 * When the minutes of an urgency start: when the patient joins or, if the hospital is closed then,
 * at the opening time.
 */
export function countsFrom(joinedAt: Date, opening: Opening): Date {
  return opening.isOpen || opening.until === null ? joinedAt : new Date(opening.until);
}

/**
 * The time by which the patient should be called: 10, 60 or 120 minutes after joining, for a high,
 * medium or low urgency.
 */
export function dueTime(joinedAt: Date, urgency: Urgency): Date {
  return new Date(joinedAt.getTime() + dueMinutes[urgency] * minuteMs);
}
