/**
 * Rules for the sessions of a timetable: their days, their length and their overlaps [APPT-1]. The
 * file has no schemas, so that pages can draw a timetable without loading zod.
 */
import { lastMinute, type Weekday, weekdays } from '../constants.ts';

/** When a session of a timetable takes place, and whether it offers or removes time. */
interface Session {
  readonly kind: 'booked' | 'open' | 'closed';
  readonly weekdays: readonly Weekday[];
  readonly date: string | null;
  readonly from: string;
  readonly to: string;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

/** The minutes between two times of a day. 23:59 counts as midnight. */
export function minutesBetween(from: string, to: string): number {
  return minutesOf(to) - minutesOf(from);
}

function minutesOf(time: string): number {
  if (time === lastMinute) return 24 * 60;
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/**
 * Whether two sessions overlap in time on some day and so may not be in one timetable. A closed
 * session may overlap any other. A session of one date may overlap weekly sessions.
 */
export function overlap(one: Session, other: Session): boolean {
  if (one.kind === 'closed' || other.kind === 'closed') return false;
  if (minutesBetween(one.from, other.to) <= 0 || minutesBetween(other.from, one.to) <= 0) {
    return false;
  }
  if (one.date !== null || other.date !== null) return one.date === other.date;
  return (
    one.weekdays.some((weekday) => other.weekdays.includes(weekday)) &&
    (one.validUntil ?? '9999-12-31') >= (other.validFrom ?? '') &&
    (other.validUntil ?? '9999-12-31') >= (one.validFrom ?? '')
  );
}

/** Whether a session takes place on a date. */
export function isOn(session: Session, date: string): boolean {
  if (session.date !== null) return session.date === date;
  const weekday = weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7];
  return (
    weekday !== undefined &&
    session.weekdays.includes(weekday) &&
    (session.validFrom ?? date) <= date &&
    date <= (session.validUntil ?? date)
  );
}

/**
 * Whether `one` replaces the time of `other` where they overlap. A session of one date replaces
 * weekly sessions. A closed session replaces open and booked sessions if both are weekly, or both
 * are of one date.
 */
export function takesFrom(one: Session, other: Session): boolean {
  if (other.date === null && one.date !== null) return true;
  const isSameKindOfDay = (one.date === null) === (other.date === null);
  return isSameKindOfDay && one.kind === 'closed' && other.kind !== 'closed';
}
