/**
 * What a timetable offers [APPT-1, DOC-1]. Pure: takes the sessions, a day and a zone, returns
 * slots and hours of the hospital's clock.
 *
 * A doctor with at least one session has a timetable. Only its sessions decide when patients can
 * book; the doctor's week and the hospital's operating hours do not limit the sessions. So an
 * evening session after closing time can be booked. A day off still removes the whole day, and a
 * closed hospital refuses every booking. A session for one date replaces the weekly sessions during
 * its time on that date. A closed session removes its time from all other sessions of its date.
 */
import { type BookingSide, lastMinute, type VisitKind } from '@baari/contract/constants.ts';
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import { isOn, takesFrom } from '@baari/contract/hospital/session-days.ts';
import type {
  BookedSession,
  SessionKind,
  TimetableSession,
} from '@baari/contract/hospital/timetable.ts';
import { addDays, dayAt, instantFrom, instantOf } from '../schedule/calendar.rules.ts';
import {
  clockOf,
  dayMinutes,
  type Minutes,
  minuteOf,
  minutesOf,
  without,
} from '../schedule/minutes.rules.ts';

/** A time of day that can be booked. */
export interface ClockSlot {
  readonly time: string;
  readonly minutes: number;
  /** How many patients may book this time, without the places that are kept for walk-ins. */
  readonly places: number;
  /** How many of the slot's places only the desk can book; left out if there are none. */
  readonly reserved?: number;
  /**
   * The slots in which a visit at this time uses a place; left out if the visit uses a place only
   * in its own slot.
   */
  readonly takes?: readonly PlacesOfSpan[];
}

/**
 * A time slot with the pauses beside it. Every visit that overlaps the slot takes one of its
 * places.
 */
export interface PlacesOfSpan extends Minutes {
  readonly places: number;
  readonly reserved: number;
}

/** A time that can be booked, with its instant. */
export interface OfferedSlot extends ClockSlot {
  readonly startsAt: Date;
}

/** A booking of the day that takes a place; cancelled bookings are not included. */
export interface Taken {
  readonly time: string;
  readonly minutes: number;
  /** Whether the desk gave the booking a reserved place. */
  readonly isReserved?: boolean;
}

const minuteMs = 60_000;

/**
 * The sessions of one kind on a date. Each comes with the times that other sessions of the date
 * remove from it.
 */
function sessionsOn<Kind extends SessionKind>(
  sessions: readonly TimetableSession[],
  date: string,
  kind: Kind,
) {
  const ofDay = sessions.filter((session) => isOn(session, date));
  const isOfKind = (
    session: TimetableSession,
  ): session is Extract<TimetableSession, { kind: Kind }> => session.kind === kind;
  return ofDay.filter(isOfKind).map((session) => ({
    session,
    gaps: ofDay.filter((other) => takesFrom(other, session)).map(minutesOf),
  }));
}

/**
 * The clock times of a day at which a visit of a kind may begin, in order, whether free or taken.
 * They are the starts of the slots. A kind with its own length must also end within the session and
 * outside the times removed from it.
 */
export function slotsOf(
  sessions: readonly TimetableSession[],
  date: string,
  visitKind?: VisitKind | null,
): ClockSlot[] {
  return sessionsOn(sessions, date, 'booked')
    .flatMap(({ session, gaps }) =>
      visitsOfSession(session, visitKind).filter((visit) => !gaps.some(overlapping(visit))),
    )
    .filter(({ places }) => places > 0)
    .toSorted((one, other) => one.from - other.from)
    .map(({ from, to, places, reserved, takes }) => {
      const slot = { time: clockOf(from), minutes: to - from, places };
      if (reserved === undefined && takes === undefined) return slot;
      return { ...slot, ...(reserved !== undefined && { reserved }), ...(takes && { takes }) };
    });
}

/** Whether the kind of a visit decides at which times of a day it can be booked. */
export function variesByKind(sessions: readonly TimetableSession[], date: string): boolean {
  return sessions.some(
    (session) =>
      session.kind === 'booked' &&
      isOn(session, date) &&
      Object.values(session.lengths ?? {}).some((minutes) => minutes !== session.slotMinutes),
  );
}

/**
 * The visits of one kind that may begin at the slots of a session. Each comes with the places that
 * it takes.
 */
function visitsOfSession(
  session: BookedSession,
  visitKind: VisitKind | null | undefined,
): (Minutes & Pick<ClockSlot, 'places' | 'reserved' | 'takes'>)[] {
  const { slotMinutes, bufferMinutes } = session;
  const minutes = (visitKind && session.lengths?.[visitKind]) ?? slotMinutes;
  const slots = slotsOfSession(session);
  if (minutes === slotMinutes && bufferMinutes === 0) return slots;
  const { from, to } = minutesOf(session);
  const spans = slots.map((slot) => ({
    from: Math.max(from, slot.from - bufferMinutes),
    to: Math.min(to, slot.to + bufferMinutes),
    places: slot.places,
    reserved: slot.reserved ?? 0,
  }));
  // The pause after a visit counts as a part of the visit.
  const count = Math.ceil((minutes + bufferMinutes) / (slotMinutes + bufferMinutes));
  return slots
    .map((slot, index) => {
      const takes = spans.slice(index, index + count);
      const places = Math.min(...takes.map((span) => span.places));
      return { ...slot, to: slot.from + minutes, places, takes };
    })
    .filter((visit) => visit.to <= to);
}

/**
 * The slots of one session. The walk-ins' share of all places is rounded down once and spread
 * evenly over the slots. Sessions for a single date do not change the slots of other sessions, so
 * that a booked place stays bookable. The reserved places are the first of the bookable places.
 */
function slotsOfSession(
  session: BookedSession,
): (Minutes & Pick<ClockSlot, 'places' | 'reserved'>)[] {
  const { from, to } = minutesOf(session);
  const { slotMinutes, bufferMinutes, places, walkInPercent, reservedPlaces = 0 } = session;
  const count = Math.floor((to - from + bufferMinutes) / (slotMinutes + bufferMinutes));
  const kept = Math.floor((count * places * walkInPercent) / 100);
  return Array.from({ length: count }, (_, index) => {
    const begins = from + index * (slotMinutes + bufferMinutes);
    const keptHere = shareBefore(index + 1) - shareBefore(index);
    const span = { from: begins, to: begins + slotMinutes, places: places - keptHere };
    if (reservedPlaces === 0) return span;
    const before = index * places - shareBefore(index);
    const reserved = Math.max(0, Math.min(span.places, reservedPlaces - before));
    return reserved === 0 ? span : { ...span, reserved };
  });

  function shareBefore(index: number): number {
    return Math.floor((index * kept) / count);
  }
}

/** Returns a day of one time zone as instants; each day is computed once. */
export type Calendar = (date: string) => CalendarDay;

interface CalendarDay {
  readonly zone: string;
  readonly date: string;
  readonly from: number;
  /** Whether the clock does not change on this day. */
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
 * Turns slots into instants on the calendar. A slot is left out if the clock skips its start or a
 * part of it. A time that occurs twice is offered once, at its first occurrence.
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
 * The slots of the timetable that a visit at this time overlaps. The visit takes one place in each
 * of them. The first is the slot at which the visit begins.
 */
export function takesOf({
  time,
  minutes,
  places,
  reserved = 0,
  takes,
}: ClockSlot): readonly PlacesOfSpan[] {
  if (takes !== undefined) return takes;
  const from = minuteOf(time);
  return [{ from, to: from + minutes, places, reserved }];
}

/**
 * Counts the places that a day's bookings leave free in a slot. Every booking that overlaps the
 * slot takes one place, even a booking that was made under another timetable and begins at another
 * time. A visit over several slots needs a place in each. Patients cannot use the remaining
 * reserved places; the desk can use all places.
 */
export function freeBeside(
  taken: readonly Taken[],
  by: BookingSide = 'patient',
): (slot: ClockSlot) => number {
  const all = overlapsOf(taken);
  const ofDesk = taken.filter(({ isReserved }) => isReserved === true);
  const reserved = ofDesk.length === 0 ? none : overlapsOf(ofDesk);
  return (slot) => {
    if (slot.takes !== undefined) return Math.min(...slot.takes.map(freeIn));
    // Fast path: a visit at most slots uses a place only in that slot, and a month has thousands of
    // slots.
    const from = minuteOf(slot.time);
    const to = from + slot.minutes;
    return freeIn({ from, to, places: slot.places, reserved: slot.reserved ?? 0 });
  };

  function freeIn(span: PlacesOfSpan): number {
    const isKept = by === 'patient' && span.reserved > 0;
    const kept = isKept ? Math.max(0, span.reserved - reserved(span)) : 0;
    return Math.max(0, span.places - all(span) - kept);
  }
}

const none = () => 0;

/** Returns a function that counts the bookings that overlap a period of the day. */
function overlapsOf(taken: readonly Taken[]): (span: Minutes) => number {
  const begins = sorted(taken.map(({ time }) => minuteOf(time)));
  const ends = sorted(taken.map(({ time, minutes }) => minuteOf(time) + minutes));
  return ({ from, to }) => countBelow(begins, to) - countBelow(ends, from + 1);
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

/** Whether a booking lies within the bookable hours of its day. */
export function isWithinSessions(
  sessions: readonly TimetableSession[],
  date: string,
  { time, minutes }: Taken,
): boolean {
  const from = minuteOf(time);
  return joined(hoursOf(sessions, date, 'booked')).some(
    (span) => span.from <= from && from + minutes <= span.to,
  );
}

/** Hours in which patients come without a booked time. */
export interface OpenHours extends Interval {
  /** The most patients in the session that these hours belong to; left out without a limit. */
  readonly places?: number;
}

/** The hours of a day in which patients come without a booked time, in order. */
export function openHoursOf(sessions: readonly TimetableSession[], date: string): OpenHours[] {
  const parts = sessionsOn(sessions, date, 'open').map(({ session, gaps }) => ({
    places: session.places,
    spans: without(minutesOf(session), gaps),
  }));
  const limited = parts.flatMap(({ places, spans }) =>
    places === undefined ? [] : spans.map((span) => ({ ...span, places })),
  );
  const unlimited = joined(parts.flatMap((part) => (part.places === undefined ? part.spans : [])));
  return [...unlimited, ...limited]
    .toSorted((one, other) => one.from - other.from)
    .map((span) => ({ ...span, from: clockOf(span.from), to: clockOf(span.to) }));
}

/** The hours of a day in which times can be booked, in order. */
export function bookedHoursOf(sessions: readonly TimetableSession[], date: string): Interval[] {
  return intervalsOf(hoursOf(sessions, date, 'booked'));
}

function intervalsOf(spans: readonly Minutes[]): Interval[] {
  return joined(spans).map(({ from, to }) => ({ from: clockOf(from), to: clockOf(to) }));
}

/**
 * The times of the sessions of one kind on a date, without the times that other sessions remove.
 */
function hoursOf(
  sessions: readonly TimetableSession[],
  date: string,
  kind: SessionKind,
): Minutes[] {
  return sessionsOn(sessions, date, kind).flatMap(({ session, gaps }) =>
    without(minutesOf(session), gaps),
  );
}

/**
 * Whether a booking still has a place if the bookings made earlier keep their places [APPT-1]. At
 * every moment of the visit, fewer of those bookings must overlap it than the session has places.
 * Places for walk-ins count too, so that a larger share for walk-ins displaces no booking. Without
 * a timetable there is one place at a time.
 */
export function hasPlaceBeside(
  before: readonly Taken[],
  sessions: readonly TimetableSession[] | null,
  date: string,
  visit: Taken,
): boolean {
  const own = visitOf(visit);
  const others = before.map(visitOf).filter(overlapping(own));
  if (others.length === 0) return true;
  const booked = sessions === null ? [] : sessionsOn(sessions, date, 'booked');
  const moments = [own, ...others].map(({ from }) => from);
  return moments
    .filter((moment) => own.from <= moment && moment < own.to)
    .every((moment) => others.filter(holds(moment)).length < placesAt(moment));

  function placesAt(moment: number): number {
    if (sessions === null) return 1;
    const there = booked.find(
      ({ session, gaps }) => holds(moment)(minutesOf(session)) && !gaps.some(holds(moment)),
    );
    return there?.session.places ?? 1;
  }
}

function visitOf({ time, minutes }: Taken): Minutes {
  const from = minuteOf(time);
  return { from, to: from + minutes };
}

function holds(moment: number): (span: Minutes) => boolean {
  return ({ from, to }) => from <= moment && moment < to;
}

/**
 * Whether a shared line takes requests from home at a moment: only in the hours of its open sessions, and at any
 * time if it has none [LINE-6].
 */
export function takesRequestsAt(
  sessions: readonly TimetableSession[],
  zone: string,
  now: Date,
): boolean {
  if (!sessions.some(({ kind }) => kind === 'open')) return true;
  const today = dayAt(now, zone);
  return openHoursOf(sessions, today).some(
    ({ from, to }) =>
      instantFrom(today, from, zone) <= now &&
      now <
        (to === lastMinute
          ? instantFrom(addDays(today, 1), '00:00', zone)
          : instantFrom(today, to, zone)),
  );
}

function overlapping(one: Minutes): (other: Minutes) => boolean {
  return (other) => one.from < other.to && other.from < one.to;
}

/** Sorts periods of a day, and merges overlapping and adjacent periods. */
function joined(spans: readonly Minutes[]): Minutes[] {
  const apart: Minutes[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const before = apart.at(-1);
    if (before === undefined || span.from > before.to) apart.push(span);
    else apart[apart.length - 1] = { from: before.from, to: Math.max(before.to, span.to) };
  }
  return apart;
}
