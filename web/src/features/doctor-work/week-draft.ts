/**
 * The week's hours while a user edits them: adding, changing and removing time ranges, and
 * validation.
 */
import { lastMinute, type Weekday, weekdays } from '@baari/contract/constants.ts';
import { type Interval, type WeekPlan, weekPlan } from '@baari/contract/hospital/schedule.ts';

export type SpanKind = 'hours' | 'breaks';

const firstHours: Interval = { from: '09:00', to: '17:00' };
const lunch: Interval = { from: '13:00', to: '13:30' };

/** Adds a time range after the existing ones: two hours of work, or half an hour of break. */
export function withSpan(week: WeekPlan, day: Weekday, kind: SpanKind): WeekPlan {
  const spans = week[day][kind];
  const last = spans.at(-1);
  const next = last === undefined ? (kind === 'hours' ? firstHours : lunch) : after(last, kind);
  return withSpans(week, day, kind, [...spans, next]);
}

function after({ to }: Interval, kind: SpanKind): Interval {
  const from = later(to, 60);
  return { from, to: later(from, kind === 'hours' ? 120 : 30) };
}

function later(time: string, minutes: number): string {
  const [hour = '0', minute = '0'] = time.split(':');
  const total = Number(hour) * 60 + Number(minute) + minutes;
  if (total >= 24 * 60) return lastMinute;
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}

export function changed(
  week: WeekPlan,
  day: Weekday,
  kind: SpanKind,
  index: number,
  span: Interval,
): WeekPlan {
  return withSpans(week, day, kind, week[day][kind].with(index, span));
}

/** Removes a time range. A day that has no working hours left also loses its breaks. */
export function without(week: WeekPlan, day: Weekday, kind: SpanKind, index: number): WeekPlan {
  const next = withSpans(week, day, kind, week[day][kind].toSpliced(index, 1));
  return next[day].hours.length > 0 ? next : withSpans(next, day, 'breaks', []);
}

export function likeMonday(week: WeekPlan): WeekPlan {
  const copies = weekdays.map((day) => [day, structuredClone(week.monday)] as const);
  return { ...week, ...Object.fromEntries(copies) };
}

function withSpans(week: WeekPlan, day: Weekday, kind: SpanKind, spans: Interval[]): WeekPlan {
  return { ...week, [day]: { ...week[day], [kind]: spans } };
}

/**
 * Returns the first validation error of each day, as the contract's schema words it. Empty for a
 * valid week.
 */
export function problemsOf(week: WeekPlan): Partial<Record<Weekday, string>> {
  const parsed = weekPlan.safeParse(week);
  const problems: Partial<Record<Weekday, string>> = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    const day = weekdays.find((name) => name === path[0]);
    if (day) problems[day] ??= message;
  }
  return problems;
}
