import type { Appointment } from '@baari/contract/visit/appointment.ts';
import type { VisitKind } from '@baari/contract/constants.ts';
import { choosePerson } from '../people/choose-person.ts';
import { hasProvedContact } from '../people/relation.store.ts';
import type { PatientContext } from '../platform/context.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { findDoctorToBook } from './appointments.store.ts';
import { appointmentView } from './appointments.view.ts';
import { writeBooking } from './write-booking.ts';

export interface BookingWish {
  readonly doctorId: string;
  readonly date: string;
  readonly time: string;
  readonly visitKind?: VisitKind | undefined;
  /** The patient; the account's own person by default. */
  readonly patientId?: string | undefined;
}

/**
 * Books an offered time, under the doctor's lock, so that a doctor who was just removed cannot be
 * booked [APPT-1].
 */
export async function bookAppointment(
  context: PatientContext,
  wish: BookingWish,
  publicUrl: string,
): Promise<Result<{ appointment: Appointment }>> {
  const { actor } = context;
  return context.db.transaction(async (tx) => {
    await lockLine(tx, wish.doctorId);
    const doctor = await findDoctorToBook(tx, wish.doctorId);
    if (doctor === undefined || doctor.deactivated_at !== null) return refuse('not_found');
    if (doctor.hospital_standing === 'hidden') return refuse('not_found');
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
    return written.ok ? ok({ appointment: appointmentView(written.value, now) }) : written;
  });
}
