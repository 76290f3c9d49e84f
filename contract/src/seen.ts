/**
 * Optimistic concurrency: the values a form was opened with, sent along with the save [decision
 * 085].
 */
import type { z } from 'zod';

/**
 * The field `seen` of a call that saves a whole record: the record as the form was opened with it. The save is refused
 * with `changed_meanwhile` if the stored record differs. Without `seen`, the save overwrites.
 */
export function seen<Read extends z.ZodObject>(read: Read): z.ZodOptional<Read> {
  return read.optional();
}
