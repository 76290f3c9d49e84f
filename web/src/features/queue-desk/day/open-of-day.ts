import type { DayEnd } from '@baari/contract/hospital/day-end.ts';

/** How many entries closing the day would close [DAY-1]. */
export function openIn(day: DayEnd | undefined): number {
  const open = day === undefined ? [] : [...day.doctors, ...day.lines];
  return open.reduce((sum, { waiting, pending }) => sum + waiting + pending, 0);
}
