import type { DayEnd } from '@baari/contract/hospital/day-end.ts';

/** Returns the number of queue entries that are closed when the day is closed [DAY-1]. */
export function openIn(day: DayEnd | undefined): number {
  const open = day === undefined ? [] : [...day.doctors, ...day.lines];
  return open.reduce((sum, { waiting, pending }) => sum + waiting + pending, 0);
}
