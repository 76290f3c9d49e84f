/**
 * Functions for a timetable that is being edited: copying days, and calculating the slots of a
 * session.
 */
import { type Weekday, weekdays } from '@baari/contract/constants.ts';
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import { minutesBetween, overlap } from '@baari/contract/hospital/session-days.ts';
import type { BookedSession, TimetableSession } from '@baari/contract/hospital/timetable.ts';

/** The default session in the dialog: in the morning, with ten-minute slots. */
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
 * Replaces the weekly sessions of other weekdays with those of one weekday. Sessions on a single
 * date are not changed.
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

/**
 * Another doctor's weekly sessions together with this doctor's own sessions on single dates.
 * Sessions on single dates are exceptions of one doctor, so they are not copied and not removed.
 */
export function withDoctorCopied(
  own: readonly TimetableSession[],
  other: readonly TimetableSession[],
): TimetableSession[] {
  return [...weeklyOf(other), ...own.filter(({ date }) => date !== null)];
}

/** The sessions that take place each week. */
export function weeklyOf(sessions: readonly TimetableSession[]): TimetableSession[] {
  return sessions.filter(({ date }) => date === null);
}

/** Whether a weekday has a weekly session that can be copied to other weekdays. */
export function hasWeekly(sessions: readonly TimetableSession[], day: Weekday): boolean {
  return sessions.some((session) => session.date === null && session.weekdays.includes(day));
}

/** The positions of the sessions that overlap an earlier session in the list. */
export function overlapsIn(sessions: readonly TimetableSession[]): ReadonlySet<number> {
  const found = sessions.flatMap((session, index) =>
    sessions.slice(0, index).some((other) => overlap(session, other)) ? [index] : [],
  );
  return new Set(found);
}

/** What patients can book in a session on one day. */
export interface Offer {
  /** The number of start times that patients can book. */
  readonly times: number;
  /**
   * The first and the last start time that patients can book. Both are the session's start if no
   * time can be booked.
   */
  readonly first: string;
  readonly last: string;
  /**
   * The number of patients that all slots together can take, and how many of these are reserved for
   * walk-ins.
   */
  readonly places: number;
  readonly walkIns: number;
}

/**
 * Calculates, by the same rules as the server, what patients can book in a session on one day. A
 * slot that overlaps closed hours cannot be booked.
 */
export function offerOf(session: BookedSession, closed: readonly Interval[] = []): Offer {
  const { slotMinutes, places } = session;
  const { from, step, count, kept, isBookable } = gridOf(session);
  const gaps = closed.map(spanOf);
  const offered = Array.from({ length: count }, (_, index) => from + index * step).filter(
    (begins, index) =>
      isBookable(index) && !gaps.some((gap) => gap.from < begins + slotMinutes && begins < gap.to),
  );
  return {
    times: offered.length,
    first: clockOf(offered[0] ?? from),
    last: clockOf(offered.at(-1) ?? from),
    places: count * places,
    walkIns: kept,
  };
}

/**
 * The number of start times at which a visit of this length fits into the session, calculated as on
 * the server.
 */
export function startsOf(session: BookedSession, minutes: number): number {
  const { slotMinutes, bufferMinutes } = session;
  const { from, step, count, isBookable } = gridOf(session);
  const takes = Math.ceil((minutes + bufferMinutes) / (slotMinutes + bufferMinutes));
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) =>
      from + index * step + minutes <= spanOf(session).to &&
      Array.from({ length: takes }, (_, next) => index + next).every(
        (each) => each >= count || isBookable(each),
      ),
  ).length;
}

/**
 * The slots of a session: their number, and which of them patients can book. A slot that is wholly
 * kept for walk-ins cannot be booked.
 */
function gridOf(session: BookedSession) {
  const { slotMinutes, bufferMinutes, places, walkInPercent } = session;
  const { from, to } = spanOf(session);
  const step = slotMinutes + bufferMinutes;
  const count = Math.max(0, Math.floor((to - from + bufferMinutes) / step));
  const kept = Math.floor((count * places * walkInPercent) / 100);
  const keptBefore = (index: number) => Math.floor((index * kept) / Math.max(1, count));
  const isBookable = (index: number) => keptBefore(index + 1) - keptBefore(index) < places;
  return { from, step, count, kept, isBookable };
}

/** A range in minutes after midnight. */
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
