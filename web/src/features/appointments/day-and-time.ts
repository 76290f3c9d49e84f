import { fieldMessages } from '@baari/contract/fields.ts';
import { z } from 'zod';

/** Both fields are required; the server refuses a time that is not offered [PAT-8]. */
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
}
