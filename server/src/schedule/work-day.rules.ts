/**
 * One day of a doctor's plan as instants: the working hours, and the pauses within them [DOC-1].
 * Pure. The day is computed once; later questions about the day only compare numbers.
 */
import { lastMinute } from '@baari/contract/constants.ts';
import type { DayPlan, Interval } from '@baari/contract/hospital/schedule.ts';
import { addDays, dayAt, instantFrom } from './calendar.rules.ts';
import { type DayRange, isOff, planOf, type WorkPlan } from './schedule.rules.ts';

/** A period in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface PlannedPause extends Span {
  /**
   * A `break` always has its full length, even if it begins late. After a pause of kind `between`,
   * which separates two halves of a day, the doctor returns at the planned time.
   */
  readonly kind: 'break' | 'between';
  /**
   * The probability that the doctor takes a pause that is usual but not planned. Undefined for a
   * planned pause.
   */
  readonly share?: number;
}

export interface WorkDay {
  /** The calendar day in the hospital's time zone, from midnight to midnight. */
  readonly day: Span;
  /**
   * The working hours from the first start to the last end, including adjoining hours of the day
   * before and after. Undefined on a day off or without work.
   */
  readonly hours: Span | undefined;
  /** The pauses within the working hours, in order, without overlaps. */
  readonly pauses: readonly PlannedPause[];
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
const dayOfRest: DayPlan = { hours: [], breaks: [] };

/**
 * The working day at a moment. The working day includes night work that continues from the day
 * before or into the next day.
 */
export function workDayAt(plan: WorkPlan, daysOff: readonly DayRange[], now: Date): WorkDay {
  const date = dayAt(now, plan.zone);
  const today = dayOf(plan, daysOff, date);
  const [first] = today.halves;
  const last = today.halves.at(-1);
  if (first === undefined || last === undefined) return joinedTo(today.day, [], []);
  const before =
    first.from === today.day.from ? dayOf(plan, daysOff, addDays(date, -1)) : undefined;
  const after = last.to === today.day.to ? dayOf(plan, daysOff, addDays(date, 1)) : undefined;
  const evening = before?.halves.findLast(({ to }) => to === first.from);
  const morning = after?.halves.find(({ from }) => from === last.to);
  const halves = [evening ?? [], today.halves, morning ?? []].flat();
  const breaks = [before, today, after].flatMap((one) => one?.breaks ?? []);
  return joinedTo(today.day, halves, breaks);
}

/** One calendar day from midnight to midnight, without the days around it. */
export function calendarDayOf(plan: WorkPlan, date: string): WorkDay {
  const { day, halves, breaks } = dayOf(plan, [], date);
  return joinedTo(day, halves, breaks);
}

interface PlannedDay {
  readonly day: Span;
  readonly halves: readonly Span[];
  readonly breaks: readonly Span[];
}

function dayOf(plan: WorkPlan, daysOff: readonly DayRange[], date: string): PlannedDay {
  const from = instantFrom(date, '00:00', plan.zone).getTime();
  const to = instantFrom(addDays(date, 1), '00:00', plan.zone).getTime();
  // On a day without a clock change, minutes since midnight give the instant directly, which is
  // faster.
  const instant = (time: string) =>
    to - from === dayMs
      ? from + minutesOf(time) * minuteMs
      : instantFrom(date, time, plan.zone).getTime();
  const span = (given: Interval): Span => ({
    from: instant(given.from),
    to: given.to === lastMinute ? to : instant(given.to),
  });
  const { hours, breaks } = isOff(daysOff, date) ? dayOfRest : planOf(plan, date);
  return { day: { from, to }, halves: hours.map(span), breaks: breaks.map(span) };
}

function joinedTo(day: Span, halves: readonly Span[], breaks: readonly Span[]): WorkDay {
  const [first] = halves;
  const last = halves.at(-1);
  if (first === undefined || last === undefined) return { day, hours: undefined, pauses: [] };
  const hours = { from: first.from, to: last.to };
  const between = halves.slice(1).map((half, index): PlannedPause => {
    return { from: halves[index]?.to ?? half.from, to: half.from, kind: 'between' };
  });
  const within = breaks
    .filter(({ from, to }) => hours.from <= from && to <= hours.to)
    .map((pause): PlannedPause => ({ ...pause, kind: 'break' }));
  const pauses = [...between, ...within].filter(({ from, to }) => from < to);
  return { day, hours, pauses: joined(pauses) };
}

/** The pauses in order; overlapping and adjacent pauses are merged. */
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

/** The minutes from midnight to a time of day HH:MM. */
function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
