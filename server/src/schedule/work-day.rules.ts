/**
 * One day of a doctor's plan as instants: the working hours, and the pauses within them. Pure.
 * Computed once for a day; all questions about that day then compare numbers [DOC-1].
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
   * A `break` has its full length, however late it begins; from the time `between` two halves of a
   * day the doctor returns as planned.
   */
  readonly kind: 'break' | 'between';
}

export interface WorkDay {
  /** The hospital's calendar day from midnight to midnight. */
  readonly day: Span;
  /**
   * The working hours from first to last, including adjoining hours of the day before and after; undefined on a day
   * without work or a day off.
   */
  readonly hours: Span | undefined;
  /** The pauses within the hours, in order, without overlaps. */
  readonly pauses: readonly PlannedPause[];
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
const dayOfRest: DayPlan = { hours: [], breaks: [] };

/**
 * The day of a moment, including night work that continues from the day before or into the next
 * day.
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

/** One calendar day alone, midnight to midnight. */
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
  // On days without a clock change, a time of day is a number of minutes.
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

/** The pauses in order; overlapping and adjacent ones are merged. */
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

/** Minutes of a time of day HH:MM. */
function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
