/** The view of a booking for the patient and the staff [APPT-1]. */
import type { Appointment, KnownPatient } from '@baari/contract/visit/appointment.ts';
import type { BookingSide } from '@baari/contract/constants.ts';
import type { Language } from '@baari/contract/languages.ts';
import { nameIn } from '@baari/contract/lines/line-names.ts';
import type { RebookingCause } from '@baari/contract/visit/rebooking.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import {
  type Availability,
  type Booking,
  type OtherBooking,
  causeToMove,
  mayCheckIn,
  statusOn,
} from './appointment.rules.ts';
import type { AppointmentRow, KnownPatientRow, OpenBookingRow } from './appointments.store.ts';

export function bookingOf(row: Pick<AppointmentRow, 'status' | 'date'>): Booking {
  return { status: row.status, day: row.date };
}

/**
 * The appointment with the shared line's name in the patient's language. An appointment with a
 * doctor stays unchanged.
 */
export function bookingIn(row: AppointmentRow, language: Language | undefined): AppointmentRow {
  return { ...row, doctor_name: nameIn(row.doctor_name, row.line_names ?? {}, language) };
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
    visitKind: row.visit_kind,
    isOutsideHours: row.status === 'booked' && !mayTakePlace(row),
    bookedAt: row.booked_at.toISOString(),
    canCheckIn: mayCheckIn(booking, today).ok,
    checkInFrom: checkInFrom(row).toISOString(),
    cancelledBy: row.cancelled_by,
    cancelReason: row.cancel_reason,
    confirmation: confirmationOf(row),
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
      service: row.service,
    },
    hospital: {
      id: row.hospital_id,
      name: row.hospital_name,
      timeZone: row.time_zone,
      standing: row.hospital_standing,
    },
  };
}

function confirmationOf(row: AppointmentRow): Appointment['confirmation'] {
  if (row.confirmed_at !== null) return 'confirmed';
  return row.reminded_at === null ? 'not_asked' : 'asked';
}

/**
 * The other bookings that prevent this booking. If the desk books, bookings at other hospitals are
 * left out.
 */
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

/** The earliest time at which patients may check in on their own phone. */
export function checkInFrom(row: Pick<AppointmentRow, 'starts_at' | 'check_in_minutes'>): Date {
  return new Date(row.starts_at.getTime() - row.check_in_minutes * 60_000);
}

/**
 * The contact given with the booking. For a cancelled booking it is returned only if the patient
 * has another visit or booking at this hospital, or has no account.
 */
function contactOf(row: AppointmentRow): Pick<Appointment['patient'], 'phone' | 'through'> {
  const isShown = row.status !== 'cancelled' || row.is_known || row.account_id === null;
  return isShown
    ? { phone: row.contact_phone, through: row.through }
    : { phone: null, through: null };
}

/** The hours in which the doctor of a booking works. */
export function availabilityOf(
  row: Pick<AppointmentRow, 'time_zone' | 'week' | 'operating_hours' | 'days_off' | 'sessions'>,
): Availability {
  return {
    plan: { zone: row.time_zone, week: row.week, hospitalHours: row.operating_hours },
    daysOff: row.days_off,
    sessions: row.sessions,
  };
}

/**
 * Why a booking cannot take place; undefined if the doctor still practises at the hospital and
 * works at that time.
 */
export function causeOf(row: AppointmentRow): RebookingCause | undefined {
  return row.deactivated_at === null ? causeOfHours(row) : 'deactivated';
}

/** Whether the doctor still practises at the hospital and works at the time of the booking. */
export function mayTakePlace(row: AppointmentRow): boolean {
  return causeOf(row) === undefined;
}

/** Whether a booking is within the doctor's timetable or weekly hours, and not on a day off. */
export function fitsHours(row: AppointmentRow): boolean {
  return causeOfHours(row) === undefined;
}

function causeOfHours(row: AppointmentRow) {
  const { date: day, time, minutes, booked_before: before } = row;
  return causeToMove({ day, time, minutes, before }, availabilityOf(row));
}

export function knownPatientView(row: KnownPatientRow): KnownPatient {
  const { id, name, phone, email, through, is_phone_proved: isPhoneProved } = row;
  const hasAccount = row.account_id !== null;
  return { id, name, phone, email, through, hasAccount, isPhoneProved };
}
