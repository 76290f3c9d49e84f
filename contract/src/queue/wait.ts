/** A wait as it is told, and what the line it is of is doing [QST-12, INV-16]. */
import { z } from 'zod';
import { lineStates } from '../constants.ts';
import { instant, nullableInstant } from '../fields.ts';

/** What a line is doing; in the last four of `lineStates` no wait is told. */
export const lineTold = z.object({
  state: z.enum(lineStates),
  /** The planned opening, or when the doctor is back; null where nobody knows. */
  at: nullableInstant,
  /** When this doctor usually begins, where that is later than planned. */
  usuallyAt: nullableInstant,
});
export type LineTold = z.infer<typeof lineTold>;

/** The parts of a range at most: what lies after so many pauses is told as one. */
export const waitPartsTold = 3;

/** Eight in ten are called within it: one in ten sooner, one in ten later. */
export const waitRange = z.object({
  /** Minutes. */
  lower: z.int().min(0),
  upper: z.int().min(0),
  /** The same on the clock, to five minutes: two where a break lies within. */
  parts: z
    .array(z.object({ from: instant, to: instant }))
    .max(waitPartsTold)
    .default([]),
});
export type WaitRange = z.infer<typeof waitRange>;

/** A range with its median, minutes. */
export const wait = waitRange.extend({ minutes: z.int().min(0) });
export type Wait = z.infer<typeof wait>;

/** What the time to set out follows from: the unfitted forecast. */
export const callForecast = z.object({
  /** When the call is expected. */
  at: instant,
  /** Standard deviation, minutes. */
  deviation: z.number(),
});
export type CallForecast = z.infer<typeof callForecast>;
