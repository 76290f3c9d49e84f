/**
 * One day of a doctor's plan as instants: when the working hours are, and the pauses within. Pure;
 * worked out once for a day, it answers every question of that day by comparing numbers [DOC-1].
 */
import { lastMinute } from '@baari/contract/constants.ts';
import { addDays, dayAt, instantFrom } from './calendar.rules.ts';
import { type DayRange, isOff, planOf, type WorkPlan } from './schedule.rules.ts';

/** Milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface PlannedPause extends Span {
  /** A break is taken whole, however late it begins; from the time between two halves one is back as planned. */
  readonly kind: 'break' | 'between';
}

export interface WorkDay {
  /** The whole day of the hospital's calendar, midnight to midnight. */
  readonly day: Span;
  /** From the first hour to the last; undefined on a free day and on a day off. */
  readonly hours: Span | undefined;
  /** Within the hours, in order, apart. */
  readonly pauses: readonly PlannedPause[];
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The day it is at a moment, on the hospital's calendar. */
export function workDayAt(plan: WorkPlan, daysOff: readonly DayRange[], now: Date): WorkDay {
  const date = dayAt(now, plan.zone);
  const from = instantFrom(date, '00:00', plan.zone).getTime();
  const to = instantFrom(addDays(date, 1), '00:00', plan.zone).getTime();
  const day = { from, to };
  const { hours, breaks } = planOf(plan, date);
  const [first] = hours;
  const last = hours.at(-1);
  if (first === undefined || last === undefined || isOff(daysOff, date)) {
    return { day, hours: undefined, pauses: [] };
  }
  // On most days no clock is changed, and the time of day is a number of minutes.
  const instant = (time: string) =>
    to - from === dayMs
      ? from + minutesOf(time) * minuteMs
      : instantFrom(date, time, plan.zone).getTime();
  const end = (time: string) => (time === lastMinute ? to : instant(time));
  const between = hours.slice(1).map(
    (half, index): PlannedPause => ({
      from: instant(hours[index]?.to ?? half.from),
      to: instant(half.from),
      kind: 'between',
    }),
  );
  const within = breaks.map(
    (pause): PlannedPause => ({ from: instant(pause.from), to: end(pause.to), kind: 'break' }),
  );
  return {
    day,
    hours: { from: instant(first.from), to: end(last.to) },
    pauses: joined([...between, ...within].filter((pause) => pause.from < pause.to)),
  };
}

/** In order, and one where one begins as or before another ends. */
function joined(pauses: readonly PlannedPause[]): PlannedPause[] {
  const apart: PlannedPause[] = [];
  for (const pause of pauses.toSorted((one, other) => one.from - other.from)) {
    const before = apart.at(-1);
    if (before === undefined || pause.from > before.to) {
      apart.push(pause);
    } else {
      const kind = before.kind === 'between' || pause.kind === 'between' ? 'between' : 'break';
      apart[apart.length - 1] = { from: before.from, to: Math.max(before.to, pause.to), kind };
    }
  }
  return apart;
}

/** Of a time of day HH:MM. */
function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
