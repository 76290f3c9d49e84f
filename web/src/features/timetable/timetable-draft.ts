/** The timetable while it is edited: copying days, and the times of a session. */
import { type Weekday, weekdays } from '@baari/contract/constants.ts';
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import {
  type BookedSession,
  minutesBetween,
  overlap,
  type TimetableSession,
} from '@baari/contract/hospital/timetable.ts';

/** The session that the dialog shows at first: weekday mornings of ten-minute visits. */
export const usualSession: BookedSession = {
  kind: 'booked',
  weekdays: [],
  date: null,
  from: '09:00',
  to: '13:00',
  validFrom: null,
  validUntil: null,
  slotMinutes: 10,
  places: 1,
  bufferMinutes: 0,
  walkInPercent: 0,
};

/**
 * Gives other weekdays exactly the weekly sessions of one weekday. Sessions of one date stay as they
 * are.
 */
export function withDayCopied(
  sessions: readonly TimetableSession[],
  from: Weekday,
  to: readonly Weekday[],
): TimetableSession[] {
  const targets = new Set(to.filter((day) => day !== from));
  return sessions.flatMap((session) => {
    if (session.date !== null) return [session];
    const isCopied = session.weekdays.includes(from);
    const days = weekdays.filter((day) =>
      targets.has(day) ? isCopied : session.weekdays.includes(day),
    );
    return days.length > 0 ? [{ ...session, weekdays: days }] : [];
  });
}

/** Whether a weekday has a weekly session, so that there is something to copy. */
export function hasWeekly(sessions: readonly TimetableSession[], day: Weekday): boolean {
  return sessions.some((session) => session.date === null && session.weekdays.includes(day));
}

/** The positions of the sessions that overlap one before them. */
export function overlapsIn(sessions: readonly TimetableSession[]): ReadonlySet<number> {
  const found = sessions.flatMap((session, index) =>
    sessions.slice(0, index).some((other) => overlap(session, other)) ? [index] : [],
  );
  return new Set(found);
}

/** What a session offers on one day. */
export interface Offer {
  /** The number of times that can be booked. */
  readonly times: number;
  /** The first and the last time that can be booked; the session's start if there is none. */
  readonly first: string;
  readonly last: string;
  /** The places of all times together, with those that are kept for walk-ins. */
  readonly places: number;
  readonly walkIns: number;
}

/**
 * What a booked session offers on one day, as the server reckons it: closed hours take the times
 * that they touch, and the walk-ins' share is spread evenly over all times of the session.
 */
export function offerOf(session: BookedSession, closed: readonly Interval[] = []): Offer {
  const { slotMinutes, bufferMinutes, places, walkInPercent } = session;
  const { from, to } = spanOf(session);
  const step = slotMinutes + bufferMinutes;
  const count = Math.max(0, Math.floor((to - from + bufferMinutes) / step));
  const kept = Math.floor((count * places * walkInPercent) / 100);
  const keptBefore = (index: number) => Math.floor((index * kept) / Math.max(1, count));
  const gaps = closed.map(spanOf);
  const offered = Array.from({ length: count }, (_, index) => from + index * step).filter(
    (begins, index) =>
      keptBefore(index + 1) - keptBefore(index) < places &&
      !gaps.some((gap) => gap.from < begins + slotMinutes && begins < gap.to),
  );
  return {
    times: offered.length,
    first: clockOf(offered[0] ?? from),
    last: clockOf(offered.at(-1) ?? from),
    places: count * places,
    walkIns: kept,
  };
}

/** Minutes after midnight. */
export interface Minutes {
  readonly from: number;
  readonly to: number;
}

export function spanOf({ from, to }: Interval): Minutes {
  return { from: minutesBetween('00:00', from), to: minutesBetween('00:00', to) };
}

/** A number of minutes after midnight as HH:MM. */
export function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
