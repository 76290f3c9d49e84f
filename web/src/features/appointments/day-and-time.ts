import { appointmentTimes } from '@baari/contract/constants.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import { z } from 'zod';

/** Both fields are required [PAT-8]. */
export const dayAndTime = {
  date: z.iso.date({ error: fieldMessages.required }),
  time: z
    .string({ error: fieldMessages.required })
    .nullable()
    .pipe(z.enum(appointmentTimes, { error: fieldMessages.required })),
};

export interface DayAndTimeFields {
  date: string;
  time: string | null;
}
