/** The timetable while it is edited: copying days, and the times of a session. */
import { type Weekday, weekdays } from '@baari/contract/constants.ts';
import {
  type BookedSession,
  minutesBetween,
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

/** What a session offers on one day. */
export interface Offer {
  /** The number of times that can be booked. */
  readonly times: number;
  readonly first: string;
  readonly last: string;
  /** The places of all times together. */
  readonly places: number;
  /** The places that are kept for walk-ins. */
  readonly walkIns: number;
}

/** What a booked session offers on a day on which nothing is taken away from it. */
export function offerOf(session: BookedSession): Offer {
  const { from, to, slotMinutes, bufferMinutes, places, walkInPercent } = session;
  const length = minutesBetween(from, to);
  const step = slotMinutes + bufferMinutes;
  const times = Math.max(0, Math.floor((length - slotMinutes) / step) + 1);
  const all = times * places;
  const last = minutesBetween('00:00', from) + Math.max(0, times - 1) * step;
  return {
    times,
    first: from,
    last: clockOf(last),
    places: all,
    walkIns: Math.floor((all * walkInPercent) / 100),
  };
}

/** A number of minutes after midnight as HH:MM. */
export function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
