import { bookedPatient } from '@baari/contract/visit/appointment.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import { z } from 'zod';
import { type VisitKindChosen, visitKindChosen } from '../../shared/patient/visit-kind.ts';
import { type DayAndTimeFields, dayAndTime } from './day-and-time.ts';

/** The patient as typed. The contract's schema checks it and puts its errors on these fields. */
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

/** The desk's booking as typed, transformed to what is sent. */
export const deskBookingSchema = z.object({
  patient,
  doctorId: z.string().min(1, { error: fieldMessages.required }),
  visitKind: visitKindChosen,
  ...dayAndTime,
});

export interface DeskBookingFields extends DayAndTimeFields {
  patient: { kind: 'known' | 'new'; id: string | null; name: string; phone: string };
  doctorId: string;
  visitKind?: VisitKindChosen;
}
