/**
 * When a doctor can be booked, and what may become of a booking [APPT-1]. Days and times are the
 * hospital's own; pure: the hospital's hours, its zone and the time in, times or a refusal out.
 */
import {
  type AppointmentStatus,
  type AppointmentTime,
  appointmentMinutes,
  appointmentTimes,
  bookingDaysAhead,
  type DoctorStatus,
  weekdays,
} from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

export interface HospitalClock {
  /** IANA name. */
  readonly zone: string;
  readonly hours: WeekHours;
}

export interface OfferedTime {
  readonly time: AppointmentTime;
  readonly startsAt: Date;
}

/** The day it is at a moment in a zone, YYYY-MM-DD. */
export function dayAt(moment: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
}

/** The last day that can be booked on a given day. */
export function lastBookableDay(today: string): string {
  return Temporal.PlainDate.from(today).add({ days: bookingDaysAhead }).toString();
}

/**
 * The instant at which a clock on the wall shows a day and a time: the first one where it is put
 * back and shows it twice, undefined where it is put forward and never shows it.
 */
export function instantOf(day: string, time: string, zone: string): Date | undefined {
  const wanted = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time));
  const found = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (!found.toPlainDateTime().equals(wanted)) return undefined;
  return new Date(found.epochMilliseconds);
}

/** The times of a day that are open to booking, whether or not somebody has them [PAT-8]. */
export function offeredTimes(
  day: string,
  { zone, hours }: HospitalClock,
  now: Date,
): readonly OfferedTime[] {
  const today = dayAt(now, zone);
  if (day < today || day > lastBookableDay(today)) return [];
  const { open, close, closed } = hours[weekdayOf(day)];
  if (closed) return [];
  return appointmentTimes
    .filter((time) => time >= open && endOf(time) <= close)
    .map((time) => ({ time, startsAt: instantOf(day, time, zone) }))
    .filter((slot): slot is OfferedTime => slot.startsAt !== undefined && slot.startsAt > now);
}

function weekdayOf(day: string): (typeof weekdays)[number] {
  const name = weekdays[Temporal.PlainDate.from(day).dayOfWeek - 1];
  if (name === undefined) throw new Error(`No weekday for ${day}.`);
  return name;
}

function endOf(time: string): string {
  return Temporal.PlainTime.from(time)
    .add({ minutes: appointmentMinutes })
    .toString({ smallestUnit: 'minute' });
}

/** A doctor who is Offline is not booked, and only an offered time is [PAT-8]. */
export function mayBook(
  wish: { readonly day: string; readonly time: AppointmentTime },
  doctorStatus: DoctorStatus,
  clock: HospitalClock,
  now: Date,
): Result<OfferedTime> {
  if (doctorStatus === 'Offline') return refuse('doctor_not_available');
  const offered = offeredTimes(wish.day, clock, now).find(({ time }) => time === wish.time);
  return offered === undefined ? refuse('slot_not_offered') : ok(offered);
}

export interface Booking {
  readonly status: Exclude<AppointmentStatus, 'missed'>;
  readonly day: string;
}

/** A booking whose day went by was missed. */
export function statusOn(today: string, { status, day }: Booking): AppointmentStatus {
  return status === 'booked' && day < today ? 'missed' : status;
}

/** Until its day is over, a booking can be moved and cancelled; a late patient still can. */
export function mayChange(booking: Booking, today: string): Result<void> {
  return statusOn(today, booking) === 'booked' ? ok(undefined) : refuse('appointment_over');
}

/** Checking in is for the day itself, at the hospital's clock. */
export function mayCheckIn(booking: Booking, today: string): Result<void> {
  const open = mayChange(booking, today);
  if (!open.ok) return open;
  return booking.day === today ? ok(undefined) : refuse('not_the_day');
}

/** The same time the day before; undefined when that has gone by and a reminder would be noise. */
export function reminderAt(startsAt: Date, zone: string, now: Date): Date | undefined {
  const dayBefore = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime())
    .toZonedDateTimeISO(zone)
    .subtract({ days: 1 });
  const at = new Date(dayBefore.epochMilliseconds);
  return at > now ? at : undefined;
}
