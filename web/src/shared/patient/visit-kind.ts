/** The form field for the kind of a visit: an empty value means unknown [QST-12]. */
import { visitKindGiven } from '@baari/contract/fields.ts';
import { z } from 'zod';

export const visitKindChosen = z.union([z.literal('').transform(() => undefined), visitKindGiven]);
/** The value of the form field for the kind of visit, before zod transforms the value. */
export type VisitKindChosen = z.input<typeof visitKindChosen>;
