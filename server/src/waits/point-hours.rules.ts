/**
 * The planned hours of a service point: when a closed point opens, and when an open one closes.
 * Minutes from now; Infinity: not today [LINE-2].
 */
import { lastMinute } from '@baari/contract/constants.ts';
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import { addDays, dayAt, instantFrom } from '../schedule/calendar.rules.ts';
import type { Span } from '../schedule/work-day.rules.ts';
import { longestLate } from './constants.rules.ts';

const minuteMs = 60_000;

/** The planned hours of the day of a moment, as instants. */
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
 * When the first point of a line is planned to open on the day of a moment; undefined if some point
 * has no plan.
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

/** Until an open point closes. Below 0: it should have closed. */
export function closesIn(hours: readonly Span[], at: number): number {
  if (hours.length === 0) return Infinity;
  const own = hours.findLast(({ from }) => from <= at);
  // Opened before its hours: it stays until the end of the first ones.
  return ((own ?? hours[0])?.to ?? at) / minuteMs - at / minuteMs;
}

/**
 * Until a closed point opens. Below 0: it should have opened. A point that closed within its hours
 * stays closed for the rest of them.
 */
export function opensIn(hours: readonly Span[], closedSince: number | null, at: number): number {
  const next = hours.find(({ from, to }) => {
    const wasOpen = closedSince !== null && closedSince > from;
    return from > at || (!wasOpen && at < to && at - from <= longestLate * minuteMs);
  });
  return next === undefined ? Infinity : (next.from - at) / minuteMs;
}
