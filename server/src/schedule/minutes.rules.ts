/** Periods of a day in local time, in minutes since midnight. */
import { lastMinute } from '@baari/contract/constants.ts';
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import { minutesBetween } from '@baari/contract/hospital/session-days.ts';

/** A period of a day in minutes since midnight, by local time. */
export interface Minutes {
  readonly from: number;
  readonly to: number;
}

export const dayMinutes = 24 * 60;

/** The parts of a period that none of the taken periods covers, in order. */
export function without(span: Minutes, taken: readonly Minutes[]): Minutes[] {
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

/** The minutes of an interval; the last minute of the day counts as midnight. */
export function minutesOf({ from, to }: Interval): Minutes {
  const begins = minuteOf(from);
  return { from: begins, to: begins + minutesBetween(from, to) };
}

/** Minutes since midnight of a time of day HH:MM. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** A time of day HH:MM; midnight at the end of a day is its last minute. */
export function clockOf(minute: number): string {
  if (minute >= dayMinutes) return lastMinute;
  const padded = (value: number) => String(value).padStart(2, '0');
  return `${padded(Math.floor(minute / 60))}:${padded(minute % 60)}`;
}
