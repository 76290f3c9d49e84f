import type { Appointment } from '@baari/contract/appointment.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { mayBook, mayChange } from './appointment.rules.ts';
import { findDoctorToBook, moveAppointment as writeMove } from './appointments.store.ts';
import { availabilityOf } from './appointments.view.ts';
import type { BookingWish } from './book-appointment.use-case.ts';
import { changeAppointment, readAgain } from './change-appointment.ts';
import { tellOfBooking } from './tell-patient.ts';

/** Moves the own booking to another offered time of its doctor; the old one is free again [APPT-1]. */
export function moveAppointment(
  context: PatientContext,
  id: string,
  wish: Omit<BookingWish, 'doctorId'>,
  publicUrl: string,
): Promise<Result<{ appointment: Appointment }>> {
  return changeAppointment(context, id, {
    rule: mayChange,
    async write(tx, row, now) {
      const doctor = await findDoctorToBook(tx, row.doctor_id);
      if (doctor === undefined) return refuse('not_found');
      if (doctor.deactivated_at !== null) return refuse('doctor_not_available');
      // Nothing to move: the same wish again, such as a second press, is no refusal.
      if (row.date === wish.date && row.time === wish.time) return ok({});
      const offered = mayBook(
        { day: wish.date, time: wish.time },
        doctor.status,
        availabilityOf(doctor),
        now,
      );
      if (!offered.ok) return offered;
      const moved = await writeMove(tx, id, {
        date: wish.date,
        time: wish.time,
        startsAt: offered.value.startsAt,
      });
      if (!moved.ok) return moved;
      await tellOfBooking(tx, await readAgain(tx, id), publicUrl, now);
      return ok({});
    },
  });
}
