/**
 * The limited places of a timetable session without appointments, for patients who come without a
 * booked time [QST-1, APPT-1].
 */
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import { isOn, takesFrom } from '@baari/contract/hospital/session-days.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import { addDays, dayAt, instantFrom } from './calendar.rules.ts';
import { clockOf, dayMinutes, minutesOf, without } from './minutes.rules.ts';

/**
 * A session without appointments and with limited places, in which a patient who comes now takes
 * one of the places.
 */
export interface LimitedSession extends Interval {
  readonly places: number;
  /** How many places of the session only the desk may give. */
  readonly reserved: number;
  /**
   * The time from which patients count for this session: the end of the previous session, or the
   * start of the day.
   */
  readonly since: Date;
  /** The end of the session; its limit no longer applies from then on. */
  readonly until: Date;
  /** Whether another session of the same day follows. */
  readonly hasNext: boolean;
}

/**
 * Finds the session without appointments in which a patient who comes now takes a place: the
 * running session, or the next session of the day. Undefined if that session is one with
 * appointments or has no limit, or if the day has no further session.
 */
export function limitedSessionAt(
  sessions: readonly TimetableSession[],
  now: Date,
  zone: string,
): LimitedSession | undefined {
  const date = dayAt(now, zone);
  const ofDay = sessions.filter((session) => isOn(session, date));
  const spans = ofDay
    .filter(({ kind }) => kind !== 'closed')
    .flatMap((session) => {
      const taken = ofDay.filter((other) => takesFrom(other, session)).map(minutesOf);
      const parts = without(minutesOf(session), taken);
      const [first, last] = [parts[0], parts.at(-1)];
      return first && last ? [{ session, from: first.from, to: last.to }] : [];
    })
    .toSorted((one, other) => one.from - other.from);
  const index = spans.findIndex(({ to }) => now < instantAt(to));
  const found = spans[index];
  if (found?.session.kind !== 'open' || found.session.places === undefined) return undefined;
  return {
    from: clockOf(found.from),
    to: clockOf(found.to),
    places: found.session.places,
    reserved: found.session.reservedPlaces ?? 0,
    since: instantAt(spans[index - 1]?.to ?? 0),
    until: instantAt(found.to),
    hasNext: index + 1 < spans.length,
  };

  function instantAt(minute: number): Date {
    if (minute >= dayMinutes) return instantFrom(addDays(date, 1), '00:00', zone);
    return instantFrom(date, clockOf(minute), zone);
  }
}
