import type { Appointment, BookedPatient } from '@baari/contract/visit/appointment.ts';
import type { BeyondReason } from '@baari/contract/lines/requests-taken.ts';
import { insertWalkInPatient } from '../people/people.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { mayRunBookings } from './appointments.access.ts';
import { findLineToBook, lockKnownPatient } from './appointments.store.ts';
import { appointmentView } from './appointments.view.ts';
import type { BookingWish } from './book-appointment.use-case.ts';
import { writeBooking } from './write-booking.ts';

export interface DeskWish extends Pick<BookingWish, 'doctorId' | 'date' | 'time' | 'visitKind'> {
  readonly patient: BookedPatient;
  /** The desk's reason for booking a time that is held for somebody else. */
  readonly overHold?: BeyondReason | undefined;
}

/** Books for a known patient, or for somebody without an account [APPT-1, ROLE-7]. */
export function bookForPatient(
  context: StaffContext,
  wish: DeskWish,
  publicUrl: string,
): Promise<Result<{ appointment: Appointment }>> {
  const { actor, clock } = context;
  return context.db.transaction(async (tx) => {
    await lockLine(tx, wish.doctorId);
    const doctor = await findLineToBook(tx, wish.doctorId);
    if (doctor === undefined || doctor.deactivated_at !== null) return refuse('not_found');
    if (!mayRunBookings(actor, doctor)) return refuse('not_found');
    const now = clock.now();
    const patientId = await patientOf(tx, actor.hospitalId, wish.patient, now);
    if (patientId === undefined) return refuse('not_found');
    const written = await writeBooking(
      tx,
      { doctor, patientId, wish, by: 'staff', visitKind: wish.visitKind, overHold: wish.overHold },
      publicUrl,
      now,
    );
    if (!written.ok) return written;
    await recordAudit(tx, context, {
      action: 'book appointment',
      patientIds: [patientId],
      entryId: written.value.id,
      outcome: 'ok',
      details: wish.overHold === undefined ? undefined : { overHold: wish.overHold },
    });
    return ok({ appointment: appointmentView(written.value, now) });
  });
}

/** The patient for whom the desk books; undefined if the hospital does not know the patient. */
async function patientOf(
  tx: Queryable,
  hospitalId: string,
  patient: BookedPatient,
  now: Date,
): Promise<string | undefined> {
  if (patient.kind === 'new') {
    return insertWalkInPatient(tx, { name: patient.name, phone: patient.phone || null }, now);
  }
  return (await lockKnownPatient(tx, hospitalId, patient.id))?.id;
}
