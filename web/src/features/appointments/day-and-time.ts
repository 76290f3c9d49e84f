import { fieldMessages } from '@baari/contract/fields.ts';
import type { ReactNode } from 'react';
import { z } from 'zod';
import type { VisitKindChosen } from '../../shared/patient/visit-kind.ts';

/**
 * The form fields for day and time. Both are required; the server refuses a time that it did not
 * offer [PAT-8].
 */
export const dayAndTime = {
  date: z.iso.date({ error: fieldMessages.required }),
  time: z
    .string()
    .nullable()
    .pipe(z.string({ error: fieldMessages.required })),
};

export interface DayAndTimeFields {
  date: string;
  time: string | null;
  visitKind?: VisitKindChosen;
}

/** What the desk's booking dialog adds to the list of free times on a day. */
export interface TimesExtras {
  /** Content shown if the day has no free time. */
  readonly whenFull?: ReactNode;
  /**
   * Returns the label of a time that is reserved for another patient and that the desk may still
   * book. Undefined for other times.
   */
  readonly held?: ((date: string, time: string) => string | undefined) | undefined;
  /**
   * The field for the reason to book a time that is reserved for another patient. It is shown below
   * the times.
   */
  readonly heldField?: ReactNode;
}
