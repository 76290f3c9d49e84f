/** The view of a booking for the patient and the staff [APPT-1]. */
import type { Appointment, KnownPatient } from '@baari/contract/visit/appointment.ts';
import type { BookingSide } from '@baari/contract/constants.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import {
  type Availability,
  type Booking,
  type OtherBooking,
  isWithinHours,
  mayCheckIn,
  statusOn,
} from './appointment.rules.ts';
import type { AppointmentRow, KnownPatientRow, OpenBookingRow } from './appointments.store.ts';

export function bookingOf(row: Pick<AppointmentRow, 'status' | 'date'>): Booking {
  return { status: row.status, day: row.date };
}

export function appointmentView(row: AppointmentRow, now: Date): Appointment {
  const today = dayAt(now, row.time_zone);
  const booking = bookingOf(row);
  return {
    id: row.id,
    status: statusOn(today, booking),
    date: row.date,
    time: row.time,
    startsAt: row.starts_at.toISOString(),
    isOutsideHours: row.status === 'booked' && !mayTakePlace(row),
    bookedAt: row.booked_at.toISOString(),
    canCheckIn: mayCheckIn(booking, today).ok,
    checkInFrom: checkInFrom(row).toISOString(),
    cancelledBy: row.cancelled_by,
    cancelReason: row.cancel_reason,
    patient: {
      id: row.patient_id,
      name: row.patient_name,
      ...contactOf(row),
      hasAccount: row.account_id !== null,
      isContactProved: row.is_contact_proved,
      isPhoneProved: row.is_phone_proved,
    },
    doctor: {
      id: row.doctor_id,
      name: row.doctor_name,
      specialty: row.doctor_specialty,
      department: row.doctor_department,
    },
    hospital: {
      id: row.hospital_id,
      name: row.hospital_name,
      timeZone: row.time_zone,
      standing: row.hospital_standing,
    },
  };
}

/** Other bookings that prevent this one; the desk does not see those at other hospitals. */
export function othersFor(
  by: BookingSide,
  { hospital_id }: Pick<AppointmentRow, 'hospital_id'>,
  open: readonly OpenBookingRow[],
): OtherBooking[] {
  return open
    .filter((other) => by === 'patient' || other.hospital_id === hospital_id)
    .map(({ doctor_id, starts_at, minutes }) => ({
      doctorId: doctor_id,
      startsAt: starts_at,
      minutes,
    }));
}

/** From when the patient may check in without being seen. */
export function checkInFrom(row: Pick<AppointmentRow, 'starts_at' | 'check_in_minutes'>): Date {
  return new Date(row.starts_at.getTime() - row.check_in_minutes * 60_000);
}

/**
 * The contact given with the booking; a cancelled booking shows none, unless there is another
 * relation.
 */
function contactOf(row: AppointmentRow): Pick<Appointment['patient'], 'phone' | 'through'> {
  const isShown = row.status !== 'cancelled' || row.is_known || row.account_id === null;
  return isShown
    ? { phone: row.contact_phone, through: row.through }
    : { phone: null, through: null };
}

/** When the doctor of a booking is available. */
export function availabilityOf(
  row: Pick<AppointmentRow, 'time_zone' | 'week' | 'operating_hours' | 'days_off' | 'sessions'>,
): Availability {
  return {
    plan: { zone: row.time_zone, week: row.week, hospitalHours: row.operating_hours },
    daysOff: row.days_off,
    sessions: row.sessions,
  };
}

/** Whether the doctor still practises here and is available at that time. */
export function mayTakePlace(row: AppointmentRow): boolean {
  return row.deactivated_at === null && fitsHours(row);
}

/** Whether a booking lies within the doctor's timetable, or week, and on no day off. */
export function fitsHours(row: AppointmentRow): boolean {
  const { date: day, time, minutes } = row;
  return isWithinHours({ day, time, minutes }, availabilityOf(row));
}

export function knownPatientView(row: KnownPatientRow): KnownPatient {
  const { id, name, phone, email, through, is_phone_proved: isPhoneProved } = row;
  const hasAccount = row.account_id !== null;
  return { id, name, phone, email, through, hasAccount, isPhoneProved };
}
