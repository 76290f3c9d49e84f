/** Whether the limits of a line leave room for a request, and why staff go beyond them [QST-1, PAT-6]. */
import { z } from 'zod';
import { fieldMessages, nullableInstant } from '../fields.ts';

/** Whether patients may request a place now, or which limit is reached. */
export const requestStates = ['open', 'full_today', 'requests_over', 'full_now'] as const;
export type RequestState = (typeof requestStates)[number];

/** What everybody may know of a line's limits; never how many wait or have asked. */
export const requestsTaken = z.object({
  state: z.enum(requestStates),
  /** When the line takes requests again, if the day's limit or the last time is reached; null if unknown. */
  again: nullableInstant,
});
export type RequestsTaken = z.infer<typeof requestsTaken>;

/** A line without limits, and a line in an event of an older release. */
export const takesRequests: RequestsTaken = { state: 'open', again: null };

/** Why staff put somebody in a line beyond its limit. */
export const beyondReasons = ['urgent', 'doctor_agrees', 'came_far', 'other'] as const;
export type BeyondReason = (typeof beyondReasons)[number];
/** Staff's reason; without one, a line that has reached a limit is refused to them too. */
export const beyondGiven = z.enum(beyondReasons, { error: fieldMessages.choice }).optional();
