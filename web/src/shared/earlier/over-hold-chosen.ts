import { fieldMessages } from '@baari/contract/fields.ts';
import { beyondReasons } from '@baari/contract/lines/requests-taken.ts';
import { z } from 'zod';

/**
 * The form field for the reason to book a slot that is held for another patient's offer. Undefined
 * for other slots; an empty text is refused.
 */
export const overHoldChosen = z
  .string()
  .optional()
  .pipe(z.enum(beyondReasons, { error: fieldMessages.required }).optional());
