/**
 * When a doctor can be booked, and the possible changes of a booking [APPT-1]. Pure: takes the
 * doctor's week, days off and the time, returns times or a refusal. Days and times are the
 * hospital's own.
 */
import {
  type AppointmentStatus,
  type AppointmentTime,
  appointmentMinutes,
  appointmentTimes,
  type BookingSide,
  bookingDaysAhead,
  type DoctorStatus,
  maxOpenBookings,
} from '@baari/contract/constants.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { addDays, dayAt, instantOf } from '../schedule/calendar.rules.ts';
import {
  type DayRange,
  isOff,
  isThere,
  planOf,
  type WorkPlan,
} from '../schedule/schedule.rules.ts';

/** When a doctor is available at all. */
export interface Availability {
  readonly plan: WorkPlan;
  readonly daysOff: readonly DayRange[];
}

export interface OfferedTime {
  readonly time: AppointmentTime;
  readonly startsAt: Date;
}

/** The last day that can be booked on a given day. */
export function lastBookableDay(today: string): string {
  return addDays(today, bookingDaysAhead);
}

/** The times of a day that can be booked, whether free or taken [PAT-8]. */
export function offeredTimes(
  day: string,
  availability: Availability,
  now: Date,
): readonly OfferedTime[] {
  const { zone } = availability.plan;
  const today = dayAt(now, zone);
  if (day < today || day > lastBookableDay(today)) return [];
  return offeredAmong(appointmentTimes, day, availability, now);
}

/** The times that can be booked among these times of a day. */
function offeredAmong(
  times: readonly AppointmentTime[],
  day: string,
  availability: Availability,
  now: Date,
): readonly OfferedTime[] {
  if (times.length === 0) return [];
  const { plan, daysOff } = availability;
  if (isOff(daysOff, day)) return [];
  const ofDay = planOf(plan, day);
  return times
    .filter((time) => isThere(ofDay, { from: time, to: ends.get(time) ?? endOf(time) }))
    .map((time) => ({ time, startsAt: instantOf(day, time, plan.zone) }))
    .filter((slot): slot is OfferedTime => slot.startsAt !== undefined && slot.startsAt > now);
}

/** The first bookable time that is free; calls `isTaken` day by day, in order. */
export function firstFreeTime(
  availability: Availability,
  isTaken: (day: string, time: AppointmentTime) => boolean,
  now: Date,
): (OfferedTime & { readonly day: string }) | undefined {
  const today = dayAt(now, availability.plan.zone);
  for (let ahead = 0; ahead <= bookingDaysAhead; ahead += 1) {
    const day = addDays(today, ahead);
    // Taken times are known, so full days need no computation of hours and clock changes.
    const times = appointmentTimes.filter((time) => !isTaken(day, time));
    const [free] = offeredAmong(times, day, availability, now);
    if (free !== undefined) return { ...free, day };
  }
  return undefined;
}

/** Whether the doctor is there for the whole appointment [DOC-1]. */
export function isWithinHours(
  { day, time }: { readonly day: string; readonly time: string },
  { plan, daysOff }: Availability,
): boolean {
  return !isOff(daysOff, day) && isThere(planOf(plan, day), { from: time, to: endOf(time) });
}

function endOf(time: string): string {
  return Temporal.PlainTime.from(time)
    .add({ minutes: appointmentMinutes })
    .toString({ smallestUnit: 'minute' });
}

const ends = new Map(appointmentTimes.map((time) => [time, endOf(time)]));

export interface Wish {
  readonly day: string;
  readonly time: string;
}

/**
 * Refuses a time that is not offered, and for patients an Offline doctor [PAT-8]. The desk knows
 * when that doctor returns, and moves the patients of a sick one.
 */
export function mayBook(
  wish: Wish,
  { status, by }: { readonly status: DoctorStatus; readonly by: BookingSide },
  availability: Availability,
  now: Date,
): Result<OfferedTime> {
  if (by === 'patient' && status === 'Offline') return refuse('doctor_not_available');
  const offered = offeredTimes(wish.day, availability, now).find(({ time }) => time === wish.time);
  return offered === undefined ? refuse('slot_not_offered') : ok(offered);
}

export interface Booking {
  readonly status: Exclude<AppointmentStatus, 'missed'>;
  readonly day: string;
}

/** The status of a booking today: one of a past day counts as missed. */
export function statusOn(today: string, { status, day }: Booking): AppointmentStatus {
  return status === 'booked' && day < today ? 'missed' : status;
}

/** A booking can be moved and cancelled until its day is over, even by a late patient. */
export function mayChange(booking: Booking, today: string): Result<void> {
  return statusOn(today, booking) === 'booked' ? ok(undefined) : refuse('appointment_over');
}

/** Checking in is possible on the day itself, by the hospital's clock. */
export function mayCheckIn(booking: Booking, today: string): Result<void> {
  const open = mayChange(booking, today);
  if (!open.ok) return open;
  return booking.day === today ? ok(undefined) : refuse('not_the_day');
}

/** Allows undoing a check-in only on the same day. */
export function mayTakeBack({ status, day }: Booking, today: string): Result<void> {
  if (status !== 'checked_in') return refuse('not_checked_in');
  return day === today ? ok(undefined) : refuse('appointment_over');
}

/** Another booking of the account's people. */
export interface OtherBooking {
  readonly doctorId: string;
  readonly startsAt: Date;
}

/** Refuses an appointment at the time of another one with a different doctor [APPT-1]. */
export function isFreeThen(
  wish: { readonly doctorId: string; readonly startsAt: Date },
  others: readonly OtherBooking[],
): Result<void> {
  const lastsMs = appointmentMinutes * 60_000;
  const isTaken = others.some(
    ({ doctorId, startsAt }) =>
      doctorId !== wish.doctorId &&
      Math.abs(startsAt.getTime() - wish.startsAt.getTime()) < lastsMs,
  );
  return isTaken ? refuse('booked_at_that_time') : ok(undefined);
}

/**
 * A first booking needs no verified contact, like a place in a line; a further one does, up to the
 * limit [APPT-1].
 */
export function mayBookAnother(open: number, isContactProved: boolean): Result<void> {
  if (open >= maxOpenBookings) return refuse('too_many_bookings');
  return open === 0 || isContactProved ? ok(undefined) : refuse('contact_unproved');
}

/**
 * When to send the reminder: the same time on the day before; undefined if that has passed and a reminder would be
 * pointless.
 */
export function reminderAt(startsAt: Date, zone: string, now: Date): Date | undefined {
  const dayBefore = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime())
    .toZonedDateTimeISO(zone)
    .subtract({ days: 1 });
  const at = new Date(dayBefore.epochMilliseconds);
  return at > now ? at : undefined;
}
