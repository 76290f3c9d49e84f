import type { BookingSide, VisitKind } from '@baari/contract/constants.ts';
import type { BeyondReason } from '@baari/contract/lines/requests-taken.ts';
import { isClosedHospital } from '../hospitals/verification.store.ts';
import type { Queryable } from '../platform/database/database.ts';
import { noteAppointment } from '../platform/events/outgoing-change.store.ts';
import { isRealInPractice } from '../platform/hospital-sql/practice.store.ts';
import type { Result } from '../platform/result.ts';
import { ok, refuse } from '../platform/result.ts';
import { isFreeThen, mayBook, mayBookAnother } from './appointment.rules.ts';
import {
  type AppointmentRow,
  type BookedLine,
  insertAppointment,
  lockOpenBookings,
} from './appointments.store.ts';
import { availabilityOf, othersFor } from './appointments.view.ts';
import { readAgain } from './change-appointment.ts';
import { notifyOfBooking } from './notify-patient.ts';
import { writeOverHold } from './over-hold.ts';

export interface NewBooking {
  readonly doctor: BookedLine;
  readonly patientId: string;
  readonly wish: { readonly date: string; readonly time: string };
  readonly by: BookingSide;
  readonly visitKind?: VisitKind | undefined;
  /** For a patient who books: whether the account has a verified email or phone. */
  readonly isContactProved?: boolean;
  /** The desk's reason for booking a time that is held for somebody else. */
  readonly overHold?: BeyondReason | undefined;
}

/**
 * Inserts a booking of an offered time and notifies the patient. The calling code must hold the
 * lock of the line. Refuses: hospital_closed, doctor_not_available, line_closed, slot_not_offered,
 * slot_taken, held_for_somebody, already_booked, booked_at_that_time; for a patient who books also
 * too_many_bookings and contact_unproved.
 */
export async function writeBooking(
  tx: Queryable,
  {
    doctor,
    patientId,
    wish: { date, time },
    by,
    visitKind,
    isContactProved = true,
    overHold,
  }: NewBooking,
  publicUrl: string,
  now: Date,
): Promise<Result<AppointmentRow>> {
  if (await isClosedHospital(tx, doctor.hospital_id)) return refuse('hospital_closed');
  if (await isRealInPractice(tx, { hospitalId: doctor.hospital_id, patientId })) {
    return refuse('not_in_practice');
  }
  const asked = { day: date, time, visitKind: visitKind ?? null };
  const whom = { status: doctor.status, by, isShared: doctor.is_shared };
  const offered = mayBook(asked, whom, availabilityOf(doctor), now);
  if (!offered.ok) return offered;
  const slot = offered.value;
  const { startsAt, minutes } = slot;
  const open = await lockOpenBookings(tx, patientId, now);
  const isFree = isFreeThen(
    { doctorId: doctor.id, startsAt, minutes },
    othersFor(by, doctor, open),
  );
  if (!isFree.ok) return isFree;
  if (by === 'patient') {
    const allowed = mayBookAnother(open.length, isContactProved);
    if (!allowed.ok) return allowed;
  }
  const taken = { doctorId: doctor.id, date, time, minutes };
  const id = await writeOverHold(tx, taken, { reason: overHold, publicUrl, now }, () =>
    insertAppointment(tx, {
      hospitalId: doctor.hospital_id,
      doctorId: doctor.id,
      patientId,
      date,
      slot,
      bookedAt: now,
      visitKind,
      by,
    }),
  );
  if (!id.ok) return id;
  await noteAppointment(tx, id.value, 'book', now);
  const row = await readAgain(tx, id.value);
  await notifyOfBooking(tx, row, by, publicUrl, now);
  return ok(row);
}
