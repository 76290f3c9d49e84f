/**
 * A doctor's week for patients: the hospital's today is marked, and days off are included [PAT-7,
 * DOC-1].
 */
import { type Weekday, weekdays } from '@baari/contract/constants.ts';
import type { DayPlan, Schedule } from '@baari/contract/hospital/schedule.ts';

export interface WeekRow {
  readonly weekday: Weekday;
  /** The date of the next day with this name, today included, YYYY-MM-DD. */
  readonly date: string;
  readonly isToday: boolean;
  /** Whether the doctor has a day off. */
  readonly isOff: boolean;
  readonly plan: DayPlan;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The coming seven days by name, Monday first. */
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

/** Midnight UTC of a calendar day, to be formatted in UTC. */
export function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
