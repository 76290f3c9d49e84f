/** The chosen kind of a visit: empty if unknown [QST-12]. */
import { visitKindGiven } from '@baari/contract/fields.ts';
import { z } from 'zod';

export const visitKindChosen = z.union([z.literal('').transform(() => undefined), visitKindGiven]);
/** The value before the transform, and after it. */
export type VisitKindChosen = z.input<typeof visitKindChosen>;
