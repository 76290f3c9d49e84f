/** Calculates the weeks of a calendar month, and how full each day is. */
import type { MonthDay } from '@baari/contract/hospital/timetable.ts';
import { later, weekOf } from './week-picture.ts';

/**
 * The dates of a month, grouped by week and starting on Monday. Days of the previous or next month
 * are null.
 */
export function weeksOf(month: string): readonly (readonly (string | null)[])[] {
  const year = month.slice(0, 7);
  const weeks: (string | null)[][] = [];
  let week = weekOf(`${year}-01`);
  do {
    weeks.push(week.map((date) => (date.startsWith(year) ? date : null)));
    week = week.map((date) => later(date, 7));
  } while (week[0]?.startsWith(year));
  return weeks;
}

/**
 * Adds a number of months to a month and returns the first day of the resulting month. A negative
 * number goes back in time.
 */
export function monthLater(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 10);
}

/** The degrees of how full a day is with bookings, from the lowest to the highest. */
export const fullnesses = ['empty', 'some', 'most', 'full'] as const;
export type Fullness = (typeof fullnesses)[number];

/**
 * The states of a day in the calendar month. Only days from today on that patients can already book
 * have a degree of fullness.
 */
export type DayState = Fullness | 'off' | 'none' | 'past' | 'later';

/** The state of a day. `today` is the current date, `lastDay` the last date that can be booked. */
export function stateOf(
  { date, isOff, places, free }: MonthDay,
  { today, lastDay }: { readonly today: string; readonly lastDay: string },
): DayState {
  if (date < today) return 'past';
  if (isOff) return 'off';
  if (places === 0) return 'none';
  if (date > lastDay) return 'later';
  if (free === 0) return 'full';
  const taken = 1 - free / places;
  if (taken < 1 / 3) return 'empty';
  return taken < 2 / 3 ? 'some' : 'most';
}
