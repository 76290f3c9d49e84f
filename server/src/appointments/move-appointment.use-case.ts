import type { Appointment } from '@baari/contract/visit/appointment.ts';
import type { BeyondReason } from '@baari/contract/lines/requests-taken.ts';
import type { BookingSide } from '@baari/contract/constants.ts';
import { isClosedHospital } from '../hospitals/verification.store.ts';
import { freePlace } from '../held-slots/free-place.ts';
import type { PatientContext, StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { noteAppointment } from '../platform/events/outgoing-change.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import type { ReasonOfMove } from './appointment-words.ts';
import { isFreeThen, mayBook, mayChange } from './appointment.rules.ts';
import {
  type AppointmentRow,
  findLineToBook,
  lockOpenBookings,
  moveAppointment as writeMove,
} from './appointments.store.ts';
import { availabilityOf, othersFor } from './appointments.view.ts';
import type { BookingWish } from './book-appointment.use-case.ts';
import {
  type AppointmentChange,
  changeAppointment,
  changeForPatient,
  readAgain,
} from './change-appointment.ts';
import { notifyOfBooking } from './notify-patient.ts';
import { writeOverHold } from './over-hold.ts';

interface MoveWish extends Pick<BookingWish, 'date' | 'time'> {
  /** The desk's reason for booking a time that is held for somebody else. */
  readonly overHold?: BeyondReason | undefined;
}

/**
 * Moves the patient's own booking to another offered time of the same doctor or line. The old time
 * can be booked again [APPT-1].
 */
export function moveAppointment(
  context: PatientContext,
  id: string,
  wish: MoveWish,
  publicUrl: string,
): Promise<Result<{ appointment: Appointment }>> {
  return changeAppointment(context, id, movingByPatient(wish, publicUrl));
}

/** The move of a booking by its patient. */
export function movingByPatient(wish: MoveWish, publicUrl: string): AppointmentChange<object> {
  return moving(wish, 'patient', publicUrl);
}

/**
 * Moves a booking for the hospital, even while the doctor is Offline. The patient is notified
 * [APPT-1].
 */
export function moveForPatient(
  context: StaffContext,
  id: string,
  wish: MoveWish,
  publicUrl: string,
): Promise<Result<{ appointment: Appointment }>> {
  const { overHold } = wish;
  const details = overHold === undefined ? undefined : { overHold };
  return changeForPatient(
    context,
    id,
    'move appointment',
    moving(wish, 'staff', publicUrl),
    details,
  );
}

function moving(wish: MoveWish, by: BookingSide, publicUrl: string): AppointmentChange<object> {
  return {
    rule: mayChange,
    async write(tx, row, now) {
      // Moving a booking to the time that it already has, for example by a second tap, succeeds.
      const isThere = row.date === wish.date && row.time === wish.time;
      const { date, time, overHold } = wish;
      const to = { date, time, doctorId: row.doctor_id };
      return moveBooking(tx, row, to, { by, publicUrl, now, isThere, overHold });
    },
  };
}

export interface MoveTo extends Pick<BookingWish, 'date' | 'time'> {
  /**
   * The doctor to whom the booking is moved: the same doctor, or a colleague at the same hospital.
   */
  readonly doctorId: string;
}

export interface MoveBy {
  readonly by: BookingSide;
  readonly publicUrl: string;
  readonly now: Date;
  /** Whether the booking already has this time, so that nothing changes. */
  readonly isThere?: boolean;
  /** The desk's reason for booking a time that is held for somebody else. */
  readonly overHold?: BeyondReason | undefined;
  /** Why the hospital moves the booking, for the message to the patient. */
  readonly reason?: ReasonOfMove;
}

/**
 * Moves a booking to an offered time and notifies the patient once. The calling code must hold the
 * lock of each doctor. Refuses: not_found, doctor_not_available, hospital_closed, slot_not_offered,
 * slot_taken, held_for_somebody, already_booked, booked_at_that_time.
 */
export async function moveBooking(
  tx: Queryable,
  row: AppointmentRow,
  { doctorId, date, time }: MoveTo,
  { by, publicUrl, now, isThere = false, overHold, reason }: MoveBy,
): Promise<Result<object>> {
  const doctor = await findLineToBook(tx, doctorId);
  if (doctor?.hospital_id !== row.hospital_id) return refuse('not_found');
  if (doctor.deactivated_at !== null) {
    return refuse(doctor.is_shared ? 'line_closed' : 'doctor_not_available');
  }
  if (await isClosedHospital(tx, doctor.hospital_id)) return refuse('hospital_closed');
  if (isThere) return ok({});
  const offered = mayBook(
    { day: date, time, visitKind: row.visit_kind },
    { status: doctor.status, by, isShared: doctor.is_shared },
    availabilityOf(doctor),
    now,
  );
  if (!offered.ok) return offered;
  const open = await lockOpenBookings(tx, row.patient_id, now);
  const others = open.filter(({ id }) => id !== row.id);
  const { startsAt, minutes } = offered.value;
  const wished = { doctorId: doctor.id, startsAt, minutes };
  // Checks only the patient's bookings with other doctors. The unique index refuses a second
  // booking with the same doctor on that day.
  const isFree = isFreeThen(wished, othersFor(by, doctor, others));
  if (!isFree.ok) return isFree;
  const booking = { id: row.id, doctorId: doctor.id };
  const held = { doctorId: doctor.id, date, time, minutes };
  const moved = await writeOverHold(tx, held, { reason: overHold, publicUrl, now }, () =>
    writeMove(tx, booking, { date, slot: offered.value, by }),
  );
  if (!moved.ok) return moved;
  await noteAppointment(tx, row.id, 'move', now);
  await freePlace(tx, row, { by: 'moved' }, now);
  const was = reason && { ...reason, startsAt: row.starts_at, doctorName: row.doctor_name };
  const after = await readAgain(tx, row.id);
  await notifyOfBooking(tx, { ...after, was }, by, publicUrl, now);
  return ok({});
}
