/**
 * A doctor's week as patients see it. It marks the current day at the hospital and includes days
 * off [PAT-7, DOC-1].
 */
import { type Weekday, weekdays } from '@baari/contract/constants.ts';
import type { DayOff, DayPlan, Interval, Schedule } from '@baari/contract/hospital/schedule.ts';
import type { DayHours } from '@baari/contract/hospital/timetable.ts';

export interface ComingDay {
  readonly weekday: Weekday;
  /** The next date with this weekday, YYYY-MM-DD. If today is that weekday, the date is today. */
  readonly date: string;
  readonly isToday: boolean;
  /** Whether the doctor has a day off on this date. */
  readonly isOff: boolean;
}

export interface WeekRow extends ComingDay {
  readonly plan: DayPlan;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The coming seven days with weekday name and the doctor's planned hours, Monday first. */
export function weekRows({
  week,
  ...coming
}: Pick<Schedule, 'today' | 'week' | 'daysOff'>): WeekRow[] {
  return comingDays(coming).map((day) => ({ ...day, plan: week[day.weekday] }));
}

/** Returns the dates of the coming seven days with their weekday names, Monday first. */
export function comingDays({
  today,
  daysOff,
}: {
  readonly today: string;
  readonly daysOff: readonly DayOff[];
}): ComingDay[] {
  const todayIndex = (dateOf(today).getUTCDay() + 6) % 7;
  return weekdays.map((weekday, index) => {
    const ahead = (index - todayIndex + 7) % 7;
    const date = new Date(dateOf(today).getTime() + ahead * dayMs).toISOString().slice(0, 10);
    return {
      weekday,
      date,
      isToday: ahead === 0,
      isOff: daysOff.some(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay),
    };
  });
}

/**
 * A range of hours in a timetable, either for appointments or open. In open hours patients need no
 * appointment.
 */
export interface HourSpan extends Interval {
  readonly isOpen: boolean;
}

/**
 * Returns the hours of a day for appointments and those for patients without an appointment, in the
 * order of time.
 */
export function spansOf(hours: DayHours | undefined): HourSpan[] {
  const { booked = [], open = [] } = hours ?? {};
  return [
    ...booked.map((span) => ({ ...span, isOpen: false })),
    ...open.map((span) => ({ ...span, isOpen: true })),
  ].toSorted((one, other) => (one.from < other.from ? -1 : 1));
}

/** Returns midnight UTC of a calendar day. The result must be formatted in UTC. */
export function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
