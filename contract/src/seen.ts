/** What a form was opened with, sent along when it saves the whole [decision 085]. */
import type { z } from 'zod';

/**
 * The field `seen` of a call that saves a whole, as it is read: the save is refused with
 * `changed_meanwhile` when something else is there by now. Without it, it is saved over whatever is there.
 */
export function seen<Read extends z.ZodObject>(read: Read): z.ZodOptional<Read> {
  return read.optional();
}
