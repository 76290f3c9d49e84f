/** What a visit is for, as it is chosen: blank where nobody knows [QST-12]. */
import { visitKindGiven } from '@baari/contract/fields.ts';
import { z } from 'zod';

export const visitKindChosen = z.union([z.literal('').transform(() => undefined), visitKindGiven]);
/** Before and after it is read. */
export type VisitKindChosen = z.input<typeof visitKindChosen>;
