/** A wait as shown to the patient, and the state of the patient's line [QST-12, INV-16]. */
import { z } from 'zod';
import { lineStates } from '../constants.ts';
import { instant, nullableInstant } from '../fields.ts';

/**
 * The state of a line, or of one patient's place in it. In the last six states of `lineStates` no
 * wait is shown.
 */
export const announcedLine = z.object({
  state: z.enum(lineStates),
  /**
   * The time that belongs to the line's state: the planned start, the doctor's return, the end of
   * the hours, or since when nobody has been called. It is null where unknown.
   */
  at: nullableInstant,
  /** When the doctor of the line usually starts, if later than planned. */
  usuallyAt: nullableInstant,
});
export type AnnouncedLine = z.infer<typeof announcedLine>;

/**
 * The most parts of a range shown to the patient. If there are more, the later parts are merged
 * into the last one.
 */
export const announcedWaitParts = 3;

/**
 * The 80 % interval of the time until the call: 10 % of patients are called earlier, and 10 %
 * later.
 */
export const waitRange = z.object({
  /** Minutes from now until the call: the lower and upper end of the range. */
  lower: z.int().min(0),
  upper: z.int().min(0),
  /**
   * The range as clock times, rounded to five minutes. Around a break of the doctor it has two
   * parts.
   */
  parts: z
    .array(z.object({ from: instant, to: instant }))
    .max(announcedWaitParts)
    .default([]),
});
export type WaitRange = z.infer<typeof waitRange>;

/** A patient's wait as shown: the range, and in `minutes` the time that half of such waits exceed. */
export const wait = waitRange.extend({ minutes: z.int().min(0) });
export type Wait = z.infer<typeof wait>;

/** The uncalibrated forecast of a patient's call. The time to leave home is computed from it. */
export const callForecast = z.object({
  /** The time at which the patient is expected to be called. */
  at: instant,
  /** Standard deviation of the forecast, in minutes. */
  deviation: z.number(),
});
export type CallForecast = z.infer<typeof callForecast>;
