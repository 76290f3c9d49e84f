/**
 * What a timetable offers [APPT-1, DOC-1]. Pure: takes the sessions, a day and a zone, returns
 * slots and hours of the hospital's clock.
 *
 * A doctor with at least one session has a timetable, and its sessions are the hours of booking:
 * neither the doctor's week nor the hospital's operating hours limit them, so that an evening
 * session after closing time can be booked. Days off still take the whole day away, and a closed
 * hospital refuses every booking. Closed sessions take time from all others, also from those of one
 * date.
 */
import { lastMinute } from '@baari/contract/constants.ts';
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import {
  type BookedSession,
  isOn,
  minutesBetween,
  type TimetableSession,
} from '@baari/contract/hospital/timetable.ts';
import { addDays, instantFrom, instantOf } from '../schedule/calendar.rules.ts';

/** A period of a day in minutes since midnight of the clock. */
interface Minutes {
  readonly from: number;
  readonly to: number;
}

/** A time of one day that can be booked. */
export interface ClockSlot {
  readonly time: string;
  readonly minutes: number;
  /** How many patients may book it; walk-ins' places are already taken off. */
  readonly places: number;
}

/** A slot on the calendar. */
export interface OfferedSlot extends ClockSlot {
  readonly startsAt: Date;
}

/** A booking of a day, not cancelled. */
export interface Taken {
  readonly time: string;
  readonly minutes: number;
}

const dayMinutes = 24 * 60;
const minuteMs = 60_000;

/** The slots of a day by the clock, in order, whether free or taken. */
export function slotsOf(sessions: readonly TimetableSession[], date: string): ClockSlot[] {
  const ofDay = sessions.filter((session) => isOn(session, date));
  const closed = ofDay.filter(({ kind }) => kind === 'closed').map(minutesOf);
  return ofDay
    .filter((session): session is BookedSession => session.kind === 'booked')
    .flatMap(slotsOfSession)
    .filter(({ from, to, places }) => places > 0 && !closed.some(overlapping({ from, to })))
    .toSorted((one, other) => one.from - other.from)
    .map(({ from, to, places }) => ({ time: clockOf(from), minutes: to - from, places }));
}

/**
 * The slots of one session. The walk-ins' share is rounded down once, from all places of the
 * session, and spread evenly over its slots. Exceptions of a day do not move it, so that a booked
 * place stays one that can be booked.
 */
function slotsOfSession(session: BookedSession): (Minutes & { readonly places: number })[] {
  const { from, to } = minutesOf(session);
  const { slotMinutes, bufferMinutes, places, walkInPercent } = session;
  const count = Math.floor((to - from + bufferMinutes) / (slotMinutes + bufferMinutes));
  const kept = Math.floor((count * places * walkInPercent) / 100);
  return Array.from({ length: count }, (_, index) => {
    const begins = from + index * (slotMinutes + bufferMinutes);
    const keptHere = shareBefore(index + 1) - shareBefore(index);
    return { from: begins, to: begins + slotMinutes, places: places - keptHere };
  });

  function shareBefore(index: number): number {
    return Math.floor((index * kept) / count);
  }
}

/** Days of one zone as instants; each day is looked up once. */
export type Calendar = (date: string) => CalendarDay;

interface CalendarDay {
  readonly zone: string;
  readonly date: string;
  readonly from: number;
  /** Whether the clock runs from midnight to midnight without a change. */
  readonly isPlain: boolean;
}

/** The calendar of a zone, for the days of many doctors. */
export function calendarOf(zone: string): Calendar {
  const known = new Map<string, CalendarDay>();
  return (date) => {
    const before = known.get(date);
    if (before !== undefined) return before;
    const from = instantFrom(date, '00:00', zone).getTime();
    const to = instantFrom(addDays(date, 1), '00:00', zone).getTime();
    const day = { zone, date, from, isPlain: to - from === dayMinutes * minuteMs };
    known.set(date, day);
    return day;
  };
}

/**
 * Puts slots on the calendar. A time that the clock skips is left out, also when the clock skips a
 * part of the slot; a time that occurs twice is offered once, the first time.
 */
export function onCalendar(slots: readonly ClockSlot[], day: CalendarDay): OfferedSlot[] {
  return slots.flatMap((slot) => {
    const startsAt = startOf(slot, day);
    return startsAt === undefined ? [] : [{ ...slot, startsAt }];
  });
}

function startOf({ time, minutes }: ClockSlot, day: CalendarDay): Date | undefined {
  const begins = minuteOf(time);
  if (day.isPlain) return new Date(day.from + begins * minuteMs);
  const startsAt = instantOf(day.date, time, day.zone);
  if (startsAt === undefined) return undefined;
  const ends =
    begins + minutes === dayMinutes
      ? instantFrom(addDays(day.date, 1), '00:00', day.zone)
      : instantFrom(day.date, clockOf(begins + minutes), day.zone);
  return ends.getTime() - startsAt.getTime() < minutes * minuteMs ? undefined : startsAt;
}

/**
 * Counts the places of slots that a day's bookings leave. Every booking that overlaps a slot takes one place, also one
 * that was made under another timetable and begins at another time.
 */
export function freeBeside(taken: readonly Taken[]): (slot: ClockSlot) => number {
  const begins = sorted(taken.map(({ time }) => minuteOf(time)));
  const ends = sorted(taken.map(({ time, minutes }) => minuteOf(time) + minutes));
  return ({ time, minutes, places }) => {
    const from = minuteOf(time);
    const overlapping = countBelow(begins, from + minutes) - countBelow(ends, from + 1);
    return Math.max(0, places - overlapping);
  };
}

function sorted(list: readonly number[]): number[] {
  return list.toSorted((one, other) => one - other);
}

/** How many numbers of a sorted list are below a limit. */
function countBelow(list: readonly number[], limit: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a booking lies within the booked sessions of its day, and in no closed one. */
export function isWithinSessions(
  sessions: readonly TimetableSession[],
  date: string,
  { time, minutes }: Taken,
): boolean {
  const from = minuteOf(time);
  const visit = { from, to: from + minutes };
  const ofDay = sessions.filter((session) => isOn(session, date));
  return (
    joined(ofDay.filter(({ kind }) => kind === 'booked').map(minutesOf)).some(
      (span) => span.from <= visit.from && visit.to <= span.to,
    ) &&
    !ofDay.some((session) => session.kind === 'closed' && overlapping(visit)(minutesOf(session)))
  );
}

/** The hours of a day in which patients come without a time, in order; closed sessions are taken off. */
export function openHoursOf(sessions: readonly TimetableSession[], date: string): Interval[] {
  const ofDay = sessions.filter((session) => isOn(session, date));
  const closed = ofDay.filter(({ kind }) => kind === 'closed').map(minutesOf);
  return joined(ofDay.filter(({ kind }) => kind === 'open').map(minutesOf))
    .flatMap((span) => without(span, closed))
    .map(({ from, to }) => ({ from: clockOf(from), to: clockOf(to) }));
}

function overlapping(one: Minutes): (other: Minutes) => boolean {
  return (other) => one.from < other.to && other.from < one.to;
}

/** Spans in order; overlapping and adjacent ones are merged. */
function joined(spans: readonly Minutes[]): Minutes[] {
  const apart: Minutes[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const before = apart.at(-1);
    if (before === undefined || span.from > before.to) apart.push(span);
    else apart[apart.length - 1] = { from: before.from, to: Math.max(before.to, span.to) };
  }
  return apart;
}

function without(span: Minutes, taken: readonly Minutes[]): Minutes[] {
  return taken.reduce<Minutes[]>(
    (left, gap) =>
      left.flatMap(({ from, to }) =>
        [
          { from, to: Math.min(to, gap.from) },
          { from: Math.max(from, gap.to), to },
        ].filter((part) => part.from < part.to),
      ),
    [span],
  );
}

function minutesOf({ from, to }: Interval): Minutes {
  const begins = minuteOf(from);
  return { from: begins, to: begins + minutesBetween(from, to) };
}

/** Minutes since midnight of a time of day HH:MM. */
function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** A time of day HH:MM; midnight at the end of a day is its last minute. */
function clockOf(minute: number): string {
  if (minute >= dayMinutes) return lastMinute;
  const padded = (value: number) => String(value).padStart(2, '0');
  return `${padded(Math.floor(minute / 60))}:${padded(minute % 60)}`;
}
