/** Until when the desk should have called somebody in, by urgency [waits: order and urgency]. */
import { dueMinutes, type Urgency } from '@baari/contract/constants.ts';

import type { Opening } from '@baari/contract/hospital/opening.ts';

const minuteMs = 60_000;

/** From when the minutes of an urgency count: the joining, or the opening where the hospital was closed then. */
export function countsFrom(joinedAt: Date, opening: Opening): Date {
  return opening.isOpen || opening.until === null ? joinedAt : new Date(opening.until);
}

/** The time of joining and 10, 60 or 120 minutes for a high, medium or low urgency. */
export function dueTime(joinedAt: Date, urgency: Urgency): Date {
  return new Date(joinedAt.getTime() + dueMinutes[urgency] * minuteMs);
}
