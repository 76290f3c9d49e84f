/** Whether the limits of a line leave room for a request, and why staff go beyond them [QST-1, PAT-6]. */
import { z } from 'zod';
import { fieldMessages, nullableInstant } from '../fields.ts';

/** Whether patients may request a place now, or which limit is reached. */
export const requestStates = ['open', 'full_today', 'requests_over', 'full_now'] as const;
export type RequestState = (typeof requestStates)[number];

/**
 * What everybody may know about a line's limits. It never shows how many people wait or have made a
 * request.
 */
export const requestsTaken = z.object({
  state: z.enum(requestStates),
  /**
   * When the line accepts requests again after the limit of the day or session, or after the last
   * time for requests; null if unknown.
   */
  again: nullableInstant,
});
export type RequestsTaken = z.infer<typeof requestsTaken>;

/** The value for a line without limits, and for a line in an event of an older release. */
export const takesRequests: RequestsTaken = { state: 'open', again: null };

/** Why staff put somebody in a line beyond its limit. */
export const beyondReasons = ['urgent', 'doctor_agrees', 'came_far', 'other'] as const;
export type BeyondReason = (typeof beyondReasons)[number];
/**
 * The reason that staff give to exceed a line's limit. Without a reason, a line that has reached
 * its limit also refuses staff.
 */
export const beyondGiven = z.enum(beyondReasons, { error: fieldMessages.choice }).optional();
