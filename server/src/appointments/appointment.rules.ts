/**
 * Rules on when a doctor can be booked, and on the possible changes of a booking [APPT-1]. Pure
 * functions: they take the doctor's timetable or week, days off and the time, and return times or a
 * refusal. Days and times are on the hospital's calendar and clock.
 */
import {
  type AppointmentStatus,
  appointmentMinutes,
  appointmentTimes,
  type BookingSide,
  bookingDaysAhead,
  type DoctorStatus,
  maxOpenBookings,
  type VisitKind,
} from '@baari/contract/constants.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import type { RebookingCause } from '@baari/contract/visit/rebooking.ts';
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
  hasPlaceBeside,
  isWithinSessions,
  type OfferedSlot,
  onCalendar,
  type OpenHours,
  openHoursOf,
  slotsOf,
  type Taken,
} from '../timetables/timetable.rules.ts';

/** When a doctor works: weekly hours, days off and timetable. */
export interface Availability {
  readonly plan: WorkPlan;
  readonly daysOff: readonly DayRange[];
  /** The sessions of the doctor's timetable; null or left out if the doctor has no timetable. */
  readonly sessions?: readonly TimetableSession[] | null;
  /** The kind of visit to be booked; null or left out for a visit of the usual length. */
  readonly visitKind?: VisitKind | null | undefined;
}

/** The slots of a doctor without a timetable: half-hours for one patient each. */
const halfHours: readonly ClockSlot[] = appointmentTimes.map((time) => ({
  time,
  minutes: appointmentMinutes,
  places: 1,
}));

/** The last day for which appointments can be booked, if today is the given day. */
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

/**
 * All times of a day, including past ones. They are the slots of the doctor's timetable, or the
 * half-hours within the doctor's weekly hours.
 */
export function timesOf(
  day: string,
  availability: Availability,
  calendar = calendarOf(availability.plan.zone),
): readonly OfferedSlot[] {
  return timesAmong(clockTimesOf(day, availability), day, availability, calendar);
}

/**
 * The times, and further places at existing times, that a change of the doctor's hours adds, the
 * soonest first.
 */
export function addedTimes(
  before: Availability,
  after: Availability,
  now: Date,
  calendar: Calendar,
): (OfferedSlot & { readonly day: string })[] {
  const today = dayAt(now, after.plan.zone);
  const days = Array.from({ length: bookingDaysAhead + 1 }, (_, ahead) => addDays(today, ahead));
  return days.flatMap((day) => {
    const earlier = new Map(
      offeredTimes(day, before, now, calendar).map((slot) => [slot.time, slot]),
    );
    return offeredTimes(day, after, now, calendar)
      .filter(({ time, minutes, places }) => {
        const known = earlier.get(time);
        return known === undefined || known.minutes < minutes || known.places < places;
      })
      .map((slot) => ({ ...slot, day }));
  });
}

/**
 * The hours of a day in which patients come without a booked time. There are none if the doctor has
 * no timetable.
 */
export function openHoursThatDay({ sessions, daysOff }: Availability, day: string): OpenHours[] {
  return isOff(daysOff, day) ? [] : openHoursOf(sessions ?? [], day);
}

function clockTimesOf(day: string, { sessions, visitKind }: Availability): readonly ClockSlot[] {
  return sessions === null || sessions === undefined
    ? halfHours
    : slotsOf(sessions, day, visitKind);
}

/** Keeps only the slots at which the doctor works, with their start as an instant. */
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

/** The first free bookable time on or after a day. Calls `isTaken` day by day, in order. */
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
    // Taken times are removed first, so that working hours and clock changes are not computed for
    // full days.
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
  /** The first day to search; by default today. */
  readonly from?: string;
  /** The calendar of the time zone, passed in so that several doctors can share one. */
  readonly calendar?: Calendar;
}

/**
 * Whether the doctor works during the whole appointment: within the timetable, or within the weekly
 * hours if there is no timetable [DOC-1].
 */
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

/** A booking, with the overlapping bookings that were made before it. */
export interface StandingBooking extends Taken {
  readonly day: string;
  readonly before: readonly Taken[];
}

/**
 * Why a booking can no longer take place at its time; undefined if it can [APPT-1, DOC-1]. If there
 * are several causes, returns the one that is easiest for a patient to understand.
 */
export function causeToMove(
  booking: StandingBooking,
  availability: Availability,
): Exclude<RebookingCause, 'deactivated'> | undefined {
  const { day, time, minutes } = booking;
  const { plan, daysOff, sessions } = availability;
  if (isOff(daysOff, day)) return 'day_off';
  if (!isWithinHours({ day, time, minutes }, availability)) return 'hours';
  // A booking keeps its local time when the hospital's time zone changes. The clocks of the new
  // zone may skip that time.
  if (instantOf(day, time, plan.zone) === undefined) return 'zone';
  const before = booking.before.filter((other) => isWithinHours({ ...other, day }, availability));
  return hasPlaceBeside(before, sessions ?? null, day, booking) ? undefined : 'places';
}

function endOf(time: string, minutes: number = appointmentMinutes): string {
  return Temporal.PlainTime.from(time).add({ minutes }).toString({ smallestUnit: 'minute' });
}

const ends = new Map<string, string>(appointmentTimes.map((time) => [time, endOf(time)]));

export interface Wish {
  readonly day: string;
  readonly time: string;
  /** The kind of visit, which decides its length; null if nobody stated it. */
  readonly visitKind: VisitKind | null;
}

/** The status of the doctor or shared line to be booked, and whether patient or staff book. */
interface Asked {
  readonly status: DoctorStatus;
  readonly by: BookingSide;
  readonly isShared?: boolean;
}

/**
 * Refuses a time that is not offered. Patients, but not the desk, are also refused if the doctor is
 * Offline or the line is closed [PAT-8]. The desk knows when the doctor returns, and moves the
 * patients of a sick doctor.
 */
export function mayBook(
  wish: Wish,
  { status, by, isShared = false }: Asked,
  availability: Availability,
  now: Date,
): Result<OfferedSlot> {
  if (by === 'patient' && status === 'Offline') {
    return refuse(isShared ? 'line_closed' : 'doctor_not_available');
  }
  const { day, visitKind } = wish;
  const times = offeredTimes(day, { ...availability, visitKind }, now);
  const offered = times.find(({ time }) => time === wish.time);
  return offered === undefined ? refuse('slot_not_offered') : ok(offered);
}

export interface Booking {
  readonly status: Exclude<AppointmentStatus, 'missed'>;
  readonly day: string;
}

/** The status that a booking has today. An open booking of a past day counts as missed. */
export function statusOn(today: string, { status, day }: Booking): AppointmentStatus {
  return status === 'booked' && day < today ? 'missed' : status;
}

/** A booking can be moved and cancelled until its day is over, even by a late patient. */
export function mayChange(booking: Booking, today: string): Result<void> {
  return statusOn(today, booking) === 'booked' ? ok(undefined) : refuse('appointment_over');
}

/** Allows checking in only on the day of the booking, by the hospital's clock. */
export function mayCheckIn(booking: Booking, today: string): Result<void> {
  const open = mayChange(booking, today);
  if (!open.ok) return open;
  return booking.day === today ? ok(undefined) : refuse('not_the_day');
}

/** Allows undoing a check-in only on the day of the booking. */
export function mayTakeBack({ status, day }: Booking, today: string): Result<void> {
  if (status !== 'checked_in') return refuse('not_checked_in');
  return day === today ? ok(undefined) : refuse('appointment_over');
}

/** Another booking made by the same account, for any of its patients. */
export interface OtherBooking {
  readonly doctorId: string;
  readonly startsAt: Date;
  readonly minutes: number;
}

/**
 * Refuses an appointment that overlaps another appointment of the account with a different doctor
 * [APPT-1].
 */
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
 * The first open booking needs no verified contact. Further bookings need a verified contact, and
 * no account may exceed the limit [APPT-1].
 */
export function mayBookAnother(open: number, isContactProved: boolean): Result<void> {
  if (open >= maxOpenBookings) return refuse('too_many_bookings');
  return open === 0 || isContactProved ? ok(undefined) : refuse('contact_unproved');
}
