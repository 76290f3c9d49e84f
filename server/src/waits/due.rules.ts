/** Until when the desk should have called somebody in, by urgency [waits: order and urgency]. */
import { dueMinutes, type Urgency } from '@baari/contract/constants.ts';

const minuteMs = 60_000;

/** The time of joining and 10, 60 or 120 minutes for a high, medium or low urgency. */
export function dueTime(joinedAt: Date, urgency: Urgency): Date {
  return new Date(joinedAt.getTime() + dueMinutes[urgency] * minuteMs);
}
