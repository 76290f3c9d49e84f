/**
 * The planned hours of a service point: when a closed point opens, and when an open point closes.
 * Results are minutes from now; Infinity means not today [LINE-2].
 */
import { lastMinute } from '@baari/contract/constants.ts';
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import { addDays, dayAt, instantFrom } from '../schedule/calendar.rules.ts';
import type { Span } from '../schedule/work-day.rules.ts';
import { longestLate } from './constants.rules.ts';

const minuteMs = 60_000;

/** A service point's planned hours on the day of this moment, in milliseconds since 1970. */
export function hoursOfDay(hours: readonly Interval[], zone: string, now: Date): Span[] {
  if (hours.length === 0) return [];
  const date = dayAt(now, zone);
  return hours.map(({ from, to }) => ({
    from: instantFrom(date, from, zone).getTime(),
    to:
      to === lastMinute
        ? instantFrom(addDays(date, 1), '00:00', zone).getTime()
        : instantFrom(date, to, zone).getTime(),
  }));
}

/**
 * The time at which the first service point of a line is planned to open on this day; undefined if
 * any point has no planned hours.
 */
export function firstOpening(
  points: readonly { readonly hours: readonly Interval[] }[],
  zone: string,
  now: Date,
): number | undefined {
  const firsts = points.map(({ hours }) => hoursOfDay(hours, zone, now)[0]?.from);
  const planned = firsts.filter((at) => at !== undefined);
  return planned.length === 0 || planned.length < firsts.length ? undefined : Math.min(...planned);
}

/** Minutes until an open service point closes; negative if it should have closed already. */
export function closesIn(hours: readonly Span[], at: number): number {
  if (hours.length === 0) return Infinity;
  const own = hours.findLast(({ from }) => from <= at);
  // A point that was opened before its planned hours stays open until the end of the first planned
  // hours.
  return ((own ?? hours[0])?.to ?? at) / minuteMs - at / minuteMs;
}

/**
 * Minutes until a closed service point opens; negative if it should have opened already. A point
 * that was closed during its planned hours stays closed until those hours end.
 */
export function opensIn(hours: readonly Span[], closedSince: number | null, at: number): number {
  const next = hours.find(({ from, to }) => {
    const wasOpen = closedSince !== null && closedSince > from;
    return from > at || (!wasOpen && at < to && at - from <= longestLate * minuteMs);
  });
  return next === undefined ? Infinity : (next.from - at) / minuteMs;
}
