/** Confirms and cancels bookings for patients who answer by message [MSG-8]. */
import type {
  AnsweredBooking,
  BookingAnswers,
} from '../../notifications/answers/answered-booking.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Result } from '../../platform/result.ts';
import { dayAt } from '../../schedule/calendar.rules.ts';
import { statusOn } from '../appointment.rules.ts';
import { type AppointmentRow, findAppointment } from '../appointments.store.ts';
import { bookingIn, bookingOf } from '../appointments.view.ts';
import { cancellingByPatient } from '../cancel-appointment.use-case.ts';
import { type AppointmentChange, lockBooking, untilVisit } from '../change-appointment.ts';
import { confirming } from './confirm-for-patient.use-case.ts';

export function makeBookingAnswers(publicUrl: string): BookingAnswers {
  return {
    async find(db, id, now) {
      const row = await findAppointment(db, id);
      return row && answered(row, now);
    },
    async lock(tx, id, now) {
      const found = await findAppointment(tx, id);
      if (found === undefined) return undefined;
      const row = await lockBooking(tx, found);
      return {
        ...answered(row, now),
        named: {
          doctorIn: (language) => bookingIn(row, language).doctor_name,
          hospital: row.hospital_name,
          standing: row.hospital_standing,
          forWhom: row.patient_id === row.account_id ? undefined : row.patient_name,
          at: row,
        },
        confirm: () => change(tx, row, confirming, now),
        cancel: () => change(tx, row, cancellingByPatient(publicUrl), now),
      };
    },
  };
}

function answered(row: AppointmentRow, now: Date): AnsweredBooking {
  const status = statusOn(dayAt(now, row.time_zone), bookingOf(row));
  return { isOpen: status === 'booked', entryId: row.entry_id };
}

async function change(
  tx: Queryable,
  row: AppointmentRow,
  wanted: AppointmentChange<object>,
  now: Date,
): Promise<Result<object>> {
  const { rule, write } = untilVisit(wanted);
  const allowed = rule(bookingOf(row), dayAt(now, row.time_zone));
  return allowed.ok ? write(tx, row, now) : allowed;
}
