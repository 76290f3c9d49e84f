/**
 * Decides when a doctor is available, from the doctor's own week or the hospital's operating hours,
 * breaks, days off and an announced break [DOC-1, DOC-2]. Pure: takes the plan, the zone and the
 * time. Days and times are local to the hospital.
 */
import { lastMinute, weekdays } from '@baari/contract/constants.ts';
import { fieldMessages, type WeekHours } from '@baari/contract/fields.ts';
import {
  type DayPlan,
  type Interval,
  maxDaysOff,
  type WeekPlan,
} from '@baari/contract/hospital/schedule.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { addDays, dayAt, instantFrom, weekdayOf } from './calendar.rules.ts';

/** How many days ahead days off can be added. */
const longestAheadDays = 731;

/** A doctor's stored working hours. */
export interface WorkPlan {
  /** The time zone, an IANA name. */
  readonly zone: string;
  /** The doctor's own week; null if the hospital's hours apply. */
  readonly week: WeekPlan | null;
  readonly hospitalHours: WeekHours;
}

export interface DayRange {
  readonly firstDay: string;
  readonly lastDay: string;
}

/**
 * A doctor's weekly hours: the doctor's own week, or else the hospital's operating hours without
 * breaks.
 */
export function weekOf({ week, hospitalHours }: WorkPlan): WeekPlan {
  if (week !== null) return week;
  const days = weekdays.map((day) => [day, planOfHospital(hospitalHours[day])] as const);
  return Object.fromEntries(days) as Record<(typeof weekdays)[number], DayPlan>;
}

function planOfHospital({ open, close, closed }: WeekHours['monday']): DayPlan {
  return { hours: closed ? [] : [{ from: open, to: close }], breaks: [] };
}

/** The working hours and breaks that a doctor's plan has for one calendar day. */
export function planOf(plan: WorkPlan, day: string): DayPlan {
  const weekday = weekdayOf(day);
  return plan.week?.[weekday] ?? planOfHospital(plan.hospitalHours[weekday]);
}

/** Whether the doctor is available without a break for the whole interval. */
export function isThere({ hours, breaks }: DayPlan, { from, to }: Interval): boolean {
  return (
    hours.some((span) => span.from <= from && to <= span.to) &&
    !breaks.some((pause) => pause.from < to && from < pause.to)
  );
}

export function isOff(daysOff: readonly DayRange[], day: string): boolean {
  return daysOff.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
}

/** The start of the first working hours of a day; undefined on a day without work. */
function dayBegins(plan: WorkPlan, day: string): Date | undefined {
  const [first] = planOf(plan, day).hours;
  return first === undefined ? undefined : instantFrom(day, first.from, plan.zone);
}

/**
 * When a doctor's work begins on a day; undefined if no hours begin on that day. Night hours that
 * continue from the evening before do not count. Work around the clock begins with each day.
 */
export function workBegins(plan: WorkPlan, day: string): Date | undefined {
  const [first, second] = planOf(plan, day).hours;
  const begins = restOfNight(plan, day) === undefined ? first : second;
  return begins && instantFrom(day, begins.from, plan.zone);
}

/** The hours from midnight on, if they continue the working hours of the evening before. */
function restOfNight(plan: WorkPlan, day: string): Interval | undefined {
  const [first] = planOf(plan, day).hours;
  if (first?.from !== '00:00' || first.to === lastMinute) return undefined;
  const evening = planOf(plan, addDays(day, -1)).hours.at(-1);
  return evening?.to === lastMinute ? first : undefined;
}

/**
 * The start of the working day to which a moment belongs: midnight, unless the work crosses
 * midnight. Night work belongs to the evening on which it began. The working day then runs from the
 * middle of the free time before the work to the middle of the free time after it.
 */
export function countsSince(plan: WorkPlan, now: Date): Date {
  const today = dayAt(now, plan.zone);
  const turned = dayTurns(plan, today);
  return turned <= now ? turned : dayTurns(plan, addDays(today, -1));
}

function dayTurns(plan: WorkPlan, day: string): Date {
  const rest = restOfNight(plan, day);
  if (rest === undefined) return instantFrom(day, '00:00', plan.zone);
  const ends = instantFrom(day, rest.to, plan.zone).getTime();
  const next = workBegins(plan, day) ?? instantFrom(addDays(day, 1), '00:00', plan.zone);
  return new Date((ends + next.getTime()) / 2);
}

/** When a doctor who is off on a day works again; undefined if that is not within two years. */
export function backAfter(
  plan: WorkPlan,
  daysOff: readonly DayRange[],
  day: string,
): Date | undefined {
  let candidate = addDays(day, 1);
  for (let tried = 0; tried < longestAheadDays; tried += 1) {
    if (!isOff(daysOff, candidate)) {
      const begins = dayBegins(plan, candidate);
      if (begins !== undefined) return begins;
    }
    candidate = addDays(candidate, 1);
  }
  return undefined;
}

/** Refuses days off that end before they begin, are over, or are too far ahead. */
export function mayTakeOff(
  { firstDay, lastDay }: DayRange,
  today: string,
  kept: number,
): Result<void> {
  if (lastDay < firstDay || lastDay < today || lastDay > addDays(today, longestAheadDays)) {
    return refuse('invalid_request', [{ param: 'lastDay', msg: fieldMessages.dayRange }]);
  }
  if (kept >= maxDaysOff) {
    return refuse('invalid_request', [{ param: 'firstDay', msg: fieldMessages.tooMany }]);
  }
  return ok(undefined);
}
