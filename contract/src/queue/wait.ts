/** A wait as shown, and the state of its line [QST-12, INV-16]. */
import { z } from 'zod';
import { lineStates } from '../constants.ts';
import { instant, nullableInstant } from '../fields.ts';

/** State of a line, or of a place in it; in the last six of `lineStates` no wait is shown. */
export const announcedLine = z.object({
  state: z.enum(lineStates),
  /**
   * The planned start, the doctor's return, the end of the hours, or since when nobody is called;
   * null where unknown.
   */
  at: nullableInstant,
  /** When this doctor usually starts, if later than planned. */
  usuallyAt: nullableInstant,
});
export type AnnouncedLine = z.infer<typeof announcedLine>;

/** The most parts of a range; later pauses are merged into the last part. */
export const announcedWaitParts = 3;

/** An 80 % interval: 10 % are called earlier, 10 % later. */
export const waitRange = z.object({
  /** Minutes until the call. */
  lower: z.int().min(0),
  upper: z.int().min(0),
  /** The range as clock times, rounded to five minutes; two parts around a break. */
  parts: z
    .array(z.object({ from: instant, to: instant }))
    .max(announcedWaitParts)
    .default([]),
});
export type WaitRange = z.infer<typeof waitRange>;

/** A range with its median in minutes. */
export const wait = waitRange.extend({ minutes: z.int().min(0) });
export type Wait = z.infer<typeof wait>;

/** The uncalibrated forecast, from which the time to leave follows. */
export const callForecast = z.object({
  /** When the call is expected. */
  at: instant,
  /** Standard deviation, minutes. */
  deviation: z.number(),
});
export type CallForecast = z.infer<typeof callForecast>;
