/**
 * Optimistic concurrency: a save sends the values with which the form was opened.
 */
import type { z } from 'zod';

/**
 * The field `seen` of an endpoint that saves a whole record: the record as it was when the form was
 * opened. The save is refused with `changed_meanwhile` if the stored record differs. Without
 * `seen`, the save overwrites other changes.
 */
export function seen<Read extends z.ZodObject>(read: Read): z.ZodOptional<Read> {
  return read.optional();
}
