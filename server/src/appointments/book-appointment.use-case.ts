import type { Appointment } from '@baari/contract/visit/appointment.ts';
import type { VisitKind } from '@baari/contract/constants.ts';
import { choosePerson } from '../people/choose-person.ts';
import { hasProvedContact } from '../people/relation.store.ts';
import type { PatientContext } from '../platform/context.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { findLineToBook } from './appointments.store.ts';
import { appointmentView, bookingIn } from './appointments.view.ts';
import { writeBooking } from './write-booking.ts';

export interface BookingWish {
  /** The id of a doctor or a shared line. */
  readonly doctorId: string;
  readonly date: string;
  readonly time: string;
  readonly visitKind?: VisitKind | undefined;
  /** The patient; the account's own person by default. */
  readonly patientId?: string | undefined;
}

/**
 * Books an offered time of a doctor, or of a shared line that accepts requests from home. Locks the
 * line first, so that a line that was just removed cannot be booked [APPT-1, LINE-6].
 */
export async function bookAppointment(
  context: PatientContext,
  wish: BookingWish,
  publicUrl: string,
): Promise<Result<{ appointment: Appointment }>> {
  const { actor } = context;
  return context.db.transaction(async (tx) => {
    await lockLine(tx, wish.doctorId);
    const doctor = await findLineToBook(tx, wish.doctorId);
    if (doctor === undefined || doctor.deactivated_at !== null) return refuse('not_found');
    if (doctor.hospital_standing === 'hidden' || !doctor.asks_from_home) return refuse('not_found');
    const person = await choosePerson(tx, actor, wish.patientId);
    if (!person.ok) return person;
    const now = context.clock.now();
    const isContactProved = await hasProvedContact(tx, actor.userId);
    const patientId = person.value;
    const { visitKind } = wish;
    const booking = {
      doctor,
      patientId,
      wish,
      by: 'patient',
      visitKind,
      isContactProved,
    } as const;
    const written = await writeBooking(tx, booking, publicUrl, now);
    if (!written.ok) return written;
    return ok({ appointment: appointmentView(bookingIn(written.value, context.language), now) });
  });
}
