/**
 * When a doctor is there: the doctor's own week or the hospital's operating hours, breaks, days off and an
 * announced break [DOC-1, DOC-2]. Pure: the plan, the zone and the time in; days and times are the
 * hospital's own.
 */
import { weekdays } from '@baari/contract/constants.ts';
import { fieldMessages, type WeekHours } from '@baari/contract/fields.ts';
import {
  type DayPlan,
  type Interval,
  maxDaysOff,
  type WeekPlan,
} from '@baari/contract/schedule.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { addDays, dayAt, instantFrom, weekdayOf } from './calendar.rules.ts';

const minuteMs = 60_000;
/** How far ahead days off can be taken. */
const longestAheadDays = 731;

/** What is kept of a doctor's working time. */
export interface WorkPlan {
  /** IANA name. */
  readonly zone: string;
  /** The own week; null: the hospital's hours. */
  readonly week: WeekPlan | null;
  readonly hospitalHours: WeekHours;
}

export interface DayRange {
  readonly firstDay: string;
  readonly lastDay: string;
}

/** The week a doctor keeps: their own, else the hospital's operating hours without breaks. */
export function weekOf({ week, hospitalHours }: WorkPlan): WeekPlan {
  if (week !== null) return week;
  const days = weekdays.map((day) => [day, planOfHospital(hospitalHours[day])] as const);
  return Object.fromEntries(days) as Record<(typeof weekdays)[number], DayPlan>;
}

function planOfHospital({ open, close, closed }: WeekHours['monday']): DayPlan {
  return { hours: closed ? [] : [{ from: open, to: close }], breaks: [] };
}

/** The plan of one day of the calendar. */
export function planOf(plan: WorkPlan, day: string): DayPlan {
  const weekday = weekdayOf(day);
  return plan.week?.[weekday] ?? planOfHospital(plan.hospitalHours[weekday]);
}

/** Whether the doctor is there, and on no break, for the whole of some time of a day. */
export function isThere({ hours, breaks }: DayPlan, { from, to }: Interval): boolean {
  return (
    hours.some((span) => span.from <= from && to <= span.to) &&
    !breaks.some((pause) => pause.from < to && from < pause.to)
  );
}

export function isOff(daysOff: readonly DayRange[], day: string): boolean {
  return daysOff.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
}

/** When the working day begins; undefined on a free day. */
export function dayBegins(plan: WorkPlan, day: string): Date | undefined {
  const [first] = planOf(plan, day).hours;
  return first === undefined ? undefined : instantFrom(day, first.from, plan.zone);
}

/** When a doctor who is off on a day is back; undefined when that is not within two years. */
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

/** Days off end no earlier than they begin, are not over, and are not endlessly far away. */
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

/** A time to come in which the doctor sees nobody, minutes from now. */
export interface Pause {
  readonly startsIn: number;
  readonly length: number;
}

/** What keeps a doctor from seeing patients today. */
export interface Absence {
  /** Minutes until the doctor sees patients; 0 for one who is there. */
  readonly backIn: number;
  /** Later today, in order, apart, all after `backIn`; one that is overdue begins at once. */
  readonly breaks: readonly Pause[];
}

/**
 * From now to the end of the day. A doctor with a patient inside is there, whatever the clock says:
 * a break that should have begun since that one was called begins when the patient leaves. After the
 * last hour the line is seen to its end.
 */
export function absenceAt(
  plan: WorkPlan,
  { breakUntil, consultingSince }: { breakUntil: Date | null; consultingSince: Date | null },
  now: Date,
): Absence {
  const day = dayAt(now, plan.zone);
  const { hours, breaks } = planOf(plan, day);
  let backIn = Math.max(0, breakUntil === null ? 0 : minutesTo(breakUntil, now));
  const ahead: Pause[] = [];
  const calledAt = consultingSince === null ? null : minutesTo(consultingSince, now);
  for (const away of timesAway(hours, breaks)) {
    const from =
      away.from === '' ? -Infinity : minutesTo(instantFrom(day, away.from, plan.zone), now);
    const to = minutesTo(instantFrom(day, away.to, plan.zone), now);
    if (to <= backIn || to <= 0) continue;
    if (from > backIn) add(ahead, { startsIn: from, length: to - from });
    else if (calledAt === null || from > 0) backIn = to;
    else if (calledAt < from && backIn === 0)
      ahead.push({ startsIn: 0, length: away.isBreak ? to - from : to });
  }
  return { backIn, breaks: ahead };
}

/** An overdue break may last into the next pause. */
function add(ahead: Pause[], pause: Pause): void {
  const last = ahead.at(-1);
  const end = pause.startsIn + pause.length;
  if (last === undefined || pause.startsIn > last.startsIn + last.length) ahead.push(pause);
  else ahead[ahead.length - 1] = { ...last, length: Math.max(last.length, end - last.startsIn) };
}

/** A break is taken whole, however late it begins; from the time between two halves one is back as planned. */
interface TimeAway extends Interval {
  readonly isBreak: boolean;
}

/** Before the first hour (from ''), between the hours, and the breaks; in order. */
function timesAway(hours: readonly Interval[], breaks: readonly Interval[]): readonly TimeAway[] {
  const gaps = hours
    .map(({ from }, index) => ({ from: hours[index - 1]?.to ?? '', to: from, isBreak: false }))
    .filter(({ from, to }) => from < to);
  return [...gaps, ...breaks.map((pause) => ({ ...pause, isBreak: true }))].toSorted(
    (one, other) => (one.from < other.from ? -1 : 1),
  );
}

function minutesTo(moment: Date, now: Date): number {
  return (moment.getTime() - now.getTime()) / minuteMs;
}
