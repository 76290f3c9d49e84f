import { bookedPatient } from '@baari/contract/visit/appointment.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import { z } from 'zod';
import { overHoldChosen } from '../../../shared/earlier/over-hold-chosen.ts';
import { visitKindChosen } from '../../../shared/patient/visit-kind.ts';
import { type DayAndTimeFields, dayAndTime } from '../day-and-time.ts';

/**
 * The patient's data as typed in the form. The contract's schema validates it and assigns errors to
 * the fields.
 */
const patient = z
  .object({
    kind: z.enum(['known', 'new']),
    id: z.string().nullable(),
    name: z.string(),
    phone: z.string(),
  })
  .transform(({ kind, id, name, phone }, context) => {
    const given = kind === 'known' ? { kind, id: id ?? '' } : { kind, name, phone };
    const read = bookedPatient.safeParse(given);
    if (read.success) return read.data;
    for (const { path, message } of read.error.issues) {
      context.addIssue({ code: 'custom', path, message });
    }
    return z.NEVER;
  });

/** The desk's booking form as typed, and its transformation to the request body. */
export const deskBookingSchema = z.object({
  patient,
  doctorId: z.string().min(1, { error: fieldMessages.required }),
  visitKind: visitKindChosen,
  overHold: overHoldChosen,
  ...dayAndTime,
});

export interface DeskBookingFields extends DayAndTimeFields {
  patient: { kind: 'known' | 'new'; id: string | null; name: string; phone: string };
  doctorId: string;
  overHold?: string | undefined;
}
