import type { Appointment } from '@baari/contract/visit/appointment.ts';
import type { BookingSide } from '@baari/contract/constants.ts';
import { isClosedHospital } from '../hospitals/verification.store.ts';
import type { PatientContext, StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { isFreeThen, mayBook, mayChange } from './appointment.rules.ts';
import {
  findDoctorToBook,
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

type MoveWish = Pick<BookingWish, 'date' | 'time'>;

/**
 * Moves the patient's own booking to another offered time of its doctor; the old time is free again
 * [APPT-1].
 */
export function moveAppointment(
  context: PatientContext,
  id: string,
  wish: MoveWish,
  publicUrl: string,
): Promise<Result<{ appointment: Appointment }>> {
  return changeAppointment(context, id, moving(wish, 'patient', publicUrl));
}

/**
 * Moves a booking for the hospital, also while the doctor is Offline; the patient is notified [APPT-1].
 */
export function moveForPatient(
  context: StaffContext,
  id: string,
  wish: MoveWish,
  publicUrl: string,
): Promise<Result<{ appointment: Appointment }>> {
  return changeForPatient(context, id, 'move appointment', moving(wish, 'staff', publicUrl));
}

function moving(wish: MoveWish, by: BookingSide, publicUrl: string): AppointmentChange<object> {
  return {
    rule: mayChange,
    async write(tx, row, now) {
      const doctor = await findDoctorToBook(tx, row.doctor_id);
      if (doctor === undefined) return refuse('not_found');
      if (doctor.deactivated_at !== null) return refuse('doctor_not_available');
      if (await isClosedHospital(tx, doctor.hospital_id)) return refuse('hospital_closed');
      // The same time again, as from a second press, is accepted.
      if (row.date === wish.date && row.time === wish.time) return ok({});
      const offered = mayBook(
        { day: wish.date, time: wish.time },
        { status: doctor.status, by },
        availabilityOf(doctor),
        now,
      );
      if (!offered.ok) return offered;
      const open = await lockOpenBookings(tx, row.patient_id, now);
      const { startsAt, minutes } = offered.value;
      const wished = { doctorId: doctor.id, startsAt, minutes };
      // A booking with the same doctor is refused by the index, which excludes the moved one
      // itself.
      const isFree = isFreeThen(wished, othersFor(by, doctor, open));
      if (!isFree.ok) return isFree;
      const booking = { id: row.id, doctorId: doctor.id };
      const moved = await writeMove(tx, booking, { date: wish.date, slot: offered.value });
      if (!moved.ok) return moved;
      await notifyOfBooking(tx, await readAgain(tx, row.id), by, publicUrl, now);
      return ok({});
    },
  };
}
