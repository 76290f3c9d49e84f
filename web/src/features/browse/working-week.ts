/** A doctor's week as patients read it: the hospital's today is marked, days off are in their place [PAT-7, DOC-1]. */
import { type Weekday, weekdays } from '@baari/contract/constants.ts';
import type { DayPlan, Schedule } from '@baari/contract/hospital/schedule.ts';

export interface WeekRow {
  readonly weekday: Weekday;
  /** The next day of the calendar with this name, today included, YYYY-MM-DD. */
  readonly date: string;
  readonly isToday: boolean;
  /** Whether the doctor has announced to be away on that day. */
  readonly isOff: boolean;
  readonly plan: DayPlan;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The coming seven days by their names, Monday first. */
export function weekRows({
  today,
  week,
  daysOff,
}: Pick<Schedule, 'today' | 'week' | 'daysOff'>): WeekRow[] {
  const todayIndex = (dateOf(today).getUTCDay() + 6) % 7;
  return weekdays.map((weekday, index) => {
    const ahead = (index - todayIndex + 7) % 7;
    const date = new Date(dateOf(today).getTime() + ahead * dayMs).toISOString().slice(0, 10);
    return {
      weekday,
      date,
      isToday: ahead === 0,
      isOff: daysOff.some(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay),
      plan: week[weekday],
    };
  });
}

/** Midnight of a day of the calendar, to be written in UTC. */
export function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
