/**
 * When a doctor can be booked, and the possible changes of a booking [APPT-1]. Pure: takes the
 * doctor's timetable or week, days off and the time, returns times or a refusal. Days and times are the
 * hospital's own.
 */
import {
  type AppointmentStatus,
  appointmentMinutes,
  appointmentTimes,
  type BookingSide,
  bookingDaysAhead,
  type DoctorStatus,
  maxOpenBookings,
} from '@baari/contract/constants.ts';
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { addDays, dayAt, instantOf } from '../schedule/calendar.rules.ts';
import {
  type DayRange,
  isOff,
  isThere,
  planOf,
  type WorkPlan,
} from '../schedule/schedule.rules.ts';
import {
  type Calendar,
  calendarOf,
  type ClockSlot,
  isWithinSessions,
  type OfferedSlot,
  onCalendar,
  openHoursOf,
  slotsOf,
  type Taken,
} from '../timetables/timetable.rules.ts';

/** When a doctor is available at all. */
export interface Availability {
  readonly plan: WorkPlan;
  readonly daysOff: readonly DayRange[];
  /** The sessions of the doctor's timetable; null or left out for a doctor without one. */
  readonly sessions?: readonly TimetableSession[] | null;
}

/** The half-hours of a doctor without a timetable, one patient each. */
const halfHours: readonly ClockSlot[] = appointmentTimes.map((time) => ({
  time,
  minutes: appointmentMinutes,
  places: 1,
}));

/** The last day that can be booked on a given day. */
export function lastBookableDay(today: string): string {
  return addDays(today, bookingDaysAhead);
}

/** The times of a day that can be booked, whether free or taken [PAT-8]. */
export function offeredTimes(
  day: string,
  availability: Availability,
  now: Date,
  calendar = calendarOf(availability.plan.zone),
): readonly OfferedSlot[] {
  const today = dayAt(now, availability.plan.zone);
  if (day < today || day > lastBookableDay(today)) return [];
  return timesOf(day, availability, calendar).filter(({ startsAt }) => startsAt > now);
}

/** All times of a day, also those that have passed: of the timetable, or the half-hours within the week. */
export function timesOf(
  day: string,
  availability: Availability,
  calendar = calendarOf(availability.plan.zone),
): readonly OfferedSlot[] {
  return timesAmong(clockTimesOf(day, availability), day, availability, calendar);
}

/** The hours of a day in which patients come without a booked time; none without a timetable. */
export function openHoursThatDay({ sessions, daysOff }: Availability, day: string): Interval[] {
  return isOff(daysOff, day) ? [] : openHoursOf(sessions ?? [], day);
}

function clockTimesOf(day: string, { sessions }: Availability): readonly ClockSlot[] {
  return sessions === null || sessions === undefined ? halfHours : slotsOf(sessions, day);
}

/** The times among these at which the doctor is there. */
function timesAmong(
  times: readonly ClockSlot[],
  day: string,
  availability: Availability,
  calendar: Calendar,
): readonly OfferedSlot[] {
  if (times.length === 0) return [];
  const { plan, daysOff, sessions } = availability;
  if (isOff(daysOff, day)) return [];
  if (sessions !== null && sessions !== undefined) return onCalendar(times, calendar(day));
  const ofDay = planOf(plan, day);
  return times
    .filter(({ time }) => isThere(ofDay, { from: time, to: ends.get(time) ?? endOf(time) }))
    .flatMap((slot) => {
      const startsAt = instantOf(day, slot.time, plan.zone);
      return startsAt === undefined ? [] : [{ ...slot, startsAt }];
    });
}

/** The first bookable time that is free, from a day on; calls `isTaken` day by day, in order. */
export function firstFreeTime(
  availability: Availability,
  isTaken: (day: string, time: string, slot: ClockSlot) => boolean,
  now: Date,
  { from, calendar = calendarOf(availability.plan.zone) }: FirstFreeOptions = {},
): (OfferedSlot & { readonly day: string }) | undefined {
  const today = dayAt(now, availability.plan.zone);
  const last = lastBookableDay(today);
  let day = from === undefined || from < today ? today : from;
  for (; day <= last; day = addDays(day, 1)) {
    // Taken times are known, so full days need no computation of hours and clock changes.
    const asked = day;
    const times = clockTimesOf(day, availability).filter(
      (slot) => !isTaken(asked, slot.time, slot),
    );
    const free = timesAmong(times, day, availability, calendar).find(
      ({ startsAt }) => startsAt > now,
    );
    if (free !== undefined) return { ...free, day };
  }
  return undefined;
}

export interface FirstFreeOptions {
  /** The first day; by default today. */
  readonly from?: string;
  /** The calendar of the zone, where several doctors share it. */
  readonly calendar?: Calendar;
}

/** Whether the doctor is there for the whole appointment: within the timetable, else within the week [DOC-1]. */
export function isWithinHours(
  { day, time, minutes }: Taken & { readonly day: string },
  { plan, daysOff, sessions }: Availability,
): boolean {
  if (isOff(daysOff, day)) return false;
  if (sessions !== null && sessions !== undefined) {
    return isWithinSessions(sessions, day, { time, minutes });
  }
  return isThere(planOf(plan, day), { from: time, to: endOf(time, minutes) });
}

function endOf(time: string, minutes: number = appointmentMinutes): string {
  return Temporal.PlainTime.from(time).add({ minutes }).toString({ smallestUnit: 'minute' });
}

const ends = new Map<string, string>(appointmentTimes.map((time) => [time, endOf(time)]));

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
): Result<OfferedSlot> {
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
  readonly minutes: number;
}

/** Refuses an appointment at the time of another one with a different doctor [APPT-1]. */
export function isFreeThen(wish: OtherBooking, others: readonly OtherBooking[]): Result<void> {
  const isTaken = others.some(
    (other) =>
      other.doctorId !== wish.doctorId &&
      other.startsAt.getTime() < endsAt(wish) &&
      wish.startsAt.getTime() < endsAt(other),
  );
  return isTaken ? refuse('booked_at_that_time') : ok(undefined);
}

function endsAt({ startsAt, minutes }: OtherBooking): number {
  return startsAt.getTime() + minutes * 60_000;
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
