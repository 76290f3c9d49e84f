/** A calendar month as rows of weeks, and how full a day is. */
import type { MonthDay } from '@baari/contract/hospital/timetable.ts';
import { later, weekOf } from './week-picture.ts';

/** The dates of a month by week, monday first; null for days of the months around it. */
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

/** The first day of the month this many months later, or earlier if negative. */
export function monthLater(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 10);
}

/** How full a day is, from the least to the most. */
export const fullnesses = ['empty', 'some', 'most', 'full'] as const;
export type Fullness = (typeof fullnesses)[number];

/** The states of a day in the month; only days to come that offer places have a fullness. */
export type DayState = Fullness | 'off' | 'none' | 'past' | 'later';

/** The state of a day on a given today. */
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
