/**
 * The state of a line as one value, from what the product records: the plan, the doctor's status,
 * who is inside, and the latest calls. All forecasts and texts use it: the estimator, "leave now",
 * the recorded forecasts and the simulation [INV-16]. A line has exactly one state at any moment;
 * between events it changes only with time.
 */
import type { DoctorStatus } from '@baari/contract/constants.ts';
import type { PlannedPause, Span, WorkDay } from '../schedule/work-day.rules.ts';
import { opensIn } from './point-hours.rules.ts';
import { longestEvening, nearPause, shift, signLasts } from './constants.rules.ts';

/** The facts about a doctor's line. */
export interface LineFacts {
  readonly workDay: WorkDay;
  readonly status: DoctorStatus;
  /** When the status last changed; null if unknown. */
  readonly statusSince: Date | null;
  readonly breakUntil: Date | null;
  /** When the patient inside was called; null if nobody is inside. */
  readonly insideSince: Date | null;
  /** The latest call, answered or not, and the latest end of a consultation; on any day. */
  readonly lastCallAt: Date | null;
  readonly lastEndAt: Date | null;
}

/** A future time in which nobody is called, ms since 1970. */
export type Pause = Span;

/** The doctor sees patients, or will: waits can be forecast. All times in ms since 1970. */
export type Going =
  /** Before the hours of the day. */
  | { readonly kind: 'not_open'; readonly opensAt: number; readonly pauses: readonly Pause[] }
  /**
   * The doctor should be here since then, at the opening or after a pause, and has called nobody
   * yet.
   */
  | {
      readonly kind: 'due';
      readonly after: 'opening' | 'pause';
      readonly since: number;
      readonly pauses: readonly Pause[];
    }
  | {
      /** Calling one after the other; `break_ahead`: a pause begins soon. */
      readonly kind: 'running' | 'break_ahead';
      readonly insideSince: number | null;
      /** With nobody inside: since the latest call or end. */
      readonly quietSince: number | null;
      readonly pauses: readonly Pause[];
    }
  /** A pause is due or was announced; it begins when the patient inside, called before, leaves. */
  | {
      readonly kind: 'break_overdue';
      readonly insideSince: number;
      /** The share of the break that is still owed, if its planned end has passed. */
      readonly owed?: number;
      readonly pauses: readonly Pause[];
    }
  | { readonly kind: 'on_break'; readonly backAt: number; readonly pauses: readonly Pause[] };

/**
 * Calls cannot be forecast. `backAt`: when the doctor is back, on a later day, or the line opens.
 */
export interface Gone {
  readonly kind: 'busy' | 'offline' | 'closed' | 'past_closing';
  readonly backAt: number | null;
}

export type LineState = Going | Gone;
export type LineStateKind = LineState['kind'];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Whether a wait can be forecast. */
export function isGoing(state: LineState): state is Going {
  return !(state.kind in isGone);
}

const isGone: Readonly<Record<Gone['kind'], true>> = {
  busy: true,
  offline: true,
  closed: true,
  past_closing: true,
};

export function lineStateOf(facts: LineFacts, moment: Date): LineState {
  const now = moment.getTime();
  return (
    (facts.insideSince === null
      ? withoutPatient(facts, now)
      : withPatient(facts, facts.insideSince.getTime(), now)) ?? running(facts, now)
  );
}

/** A closed point with the planned hours of the day; instants are ms since 1970. */
interface ClosedPoint {
  readonly closedSince?: number | null | undefined;
  readonly hours?: readonly Span[] | undefined;
}

interface WithoutPoint {
  readonly isPaused: boolean;
  /** Those with planned hours. */
  readonly points: readonly ClosedPoint[];
  /** Whether there are closed points without planned hours. */
  readonly isAnyUnplanned?: boolean;
}

/**
 * The state of a shared line without an open point: nobody calls, whatever happened a moment ago,
 * but by their planned hours a point may open.
 * Before the hospital's hours, `backAt` is their start. A line with paused points is at work.
 */
export function withoutPoint(
  { hours, pauses }: WorkDay,
  { isPaused, points, isAnyUnplanned = false }: WithoutPoint,
  moment: Date,
): LineState {
  const now = moment.getTime();
  if (isPaused) return { kind: 'offline', backAt: null };
  if (hours === undefined) return { kind: 'closed', backAt: null };
  if (now >= hours.to) return { kind: 'past_closing', backAt: null };
  // A point without planned hours may open with the hospital, sooner than the others.
  if (isAnyUnplanned && now < hours.from) return { kind: 'offline', backAt: hours.from };
  const first = Math.min(
    ...points.map((point) => opensIn(point.hours ?? [], point.closedSince ?? null, now)),
  );
  if (first < Infinity) {
    const at = now + first * minuteMs;
    return first > 0
      ? { kind: 'not_open', opensAt: at, pauses: pauses.filter(({ from }) => from > at) }
      : dueSince(at, { pauses }, now, 'opening');
  }
  return { kind: 'offline', backAt: now < hours.from ? hours.from : null };
}

/**
 * With a patient inside the doctor works, whatever the clock and the status say. undefined: running
 * normally.
 */
function withPatient(facts: LineFacts, insideSince: number, now: number): LineState | undefined {
  const { status, breakUntil, workDay } = facts;
  const statusSince = timeOf(facts.statusSince) ?? -Infinity;
  const back = timeOf(breakUntil);
  if (status !== 'Available' && back !== null && back > now) {
    if (isBeyond(back, facts)) return { kind: 'offline', backAt: back };
    return overdue(insideSince, { from: now, to: back }, workDay);
  }
  // A doctor who goes Offline during a consultation leaves after it.
  if (status === 'Offline' && breakUntil === null && statusSince > insideSince) {
    return { kind: 'offline', backAt: null };
  }
  const due = workDay.pauses.findLast(({ from }) => from <= now);
  if (due === undefined || insideSince >= due.from) return undefined;
  if (now < due.to) {
    const to = due.kind === 'break' ? now + due.to - due.from : due.to;
    return overdue(insideSince, { from: now, to }, workDay);
  }
  const to = latestBack(due);
  if (now >= to) return undefined;
  const owed = (to - now) / (due.to - due.from);
  return { ...overdue(insideSince, { from: now, to }, workDay), owed };
}

/**
 * A break over which a patient stays inside is not lost at its planned end: it is owed until then
 * plus its length, and shrinks meanwhile, so that the end of a wait stays where it was.
 */
function latestBack({ kind, from, to }: PlannedPause): number {
  return kind === 'between' ? to : to + to - from;
}

function overdue(insideSince: number, pause: Pause, workDay: WorkDay) {
  const pauses = withFirst(pause, workDay.pauses);
  return { kind: 'break_overdue', insideSince, pauses } as const;
}

/** undefined: running normally. */
function withoutPatient(facts: LineFacts, now: number): LineState | undefined {
  const { workDay } = facts;
  const { hours } = workDay;
  const worksOn = isAtWork(facts, now);
  if (hours === undefined && !worksOn) return { kind: 'closed', backAt: timeOf(facts.breakUntil) };
  return (
    byStatus(facts, now) ??
    (hours === undefined || worksOn ? undefined : outsideHours(hours, workDay, now)) ??
    (hours === undefined ? undefined : byPlan(facts, hours, now))
  );
}

/** Whether somebody was called, or has left, a short while ago. */
function isAtWork(facts: LineFacts, now: number): boolean {
  return now - latestSign(facts) <= signLasts.outsideHours * minuteMs;
}

/** The state that follows from the doctor's status. */
function byStatus(facts: LineFacts, now: number): LineState | undefined {
  const { status, workDay } = facts;
  if (status === 'Available') return undefined;
  const back = timeOf(facts.breakUntil);
  if (back !== null) return byAnnouncedReturn(facts, back, now);
  const since = timeOf(facts.statusSince) ?? -Infinity;
  const sign = latestSign(facts);
  const worksOn = sign > since && now - sign <= signLasts.againstStatus * minuteMs;
  // A status of another day means nothing today, except that nobody has come.
  const isOfToday = since >= workDay.day.from || isOfNight(since, workDay, now);
  const isBeforeOpening = workDay.hours !== undefined && now < workDay.hours.from;
  if (worksOn || (!isOfToday && (status === 'Busy' || isBeforeOpening))) return undefined;
  return { kind: status === 'Busy' ? 'busy' : 'offline', backAt: null };
}

/** The state of a doctor who is away and has said until when. */
function byAnnouncedReturn(facts: LineFacts, back: number, now: number): LineState | undefined {
  const { workDay } = facts;
  if (back > now) {
    if (isBeyond(back, facts)) return { kind: 'offline', backAt: back };
    // An absence until the hours begin, as after a day off, is not a break.
    const isBefore = workDay.hours !== undefined && back <= workDay.hours.from;
    return isBefore && !isAtWork(facts, now) ? undefined : onBreak(back, workDay);
  }
  // A break that would end past closing time has no return, until somebody is called.
  const lastCall = timeOf(facts.lastCallAt) ?? -Infinity;
  const isOver = isBeyond(back, facts) && lastCall < (timeOf(facts.statusSince) ?? 0);
  return isOver ? { kind: 'past_closing', backAt: null } : undefined;
}

function outsideHours(hours: Span, { pauses }: WorkDay, now: number): LineState | undefined {
  if (now < hours.from) return { kind: 'not_open', opensAt: hours.from, pauses };
  return now >= hours.to ? { kind: 'past_closing', backAt: null } : undefined;
}

/** The state within the hours: before the first call, on a planned pause, or after one. */
function byPlan(facts: LineFacts, hours: Span, now: number): LineState | undefined {
  const { workDay } = facts;
  const lastCall = timeOf(facts.lastCallAt) ?? -Infinity;
  const lastEnd = timeOf(facts.lastEndAt) ?? -Infinity;
  // Activity of the previous night does not count for today.
  const sign = latestSign(facts);
  const opensAt = openingOf(hours, workDay.day);
  const hasBegun =
    sign >= opensAt - signLasts.outsideHours * minuteMs || isOfNight(sign, workDay, now);
  // Nobody is called between a pause and the first call after the doctor's return.
  const said = timeOf(facts.statusSince) ?? -Infinity;
  const pause = workDay.pauses.findLast(({ from }) => from <= now);
  if (pause !== undefined && lastCall < pause.from) {
    const back = backFrom(pause, lastEnd);
    if (now < back) return onBreak(back, workDay);
    if (!hasBegun) return dueSince(opensAt, workDay, now, 'opening');
    return dueSince(said > back && said <= now ? said : back, workDay, now, 'pause');
  }
  if (!hasBegun) {
    return now < opensAt ? undefined : dueSince(opensAt, workDay, now, 'opening');
  }
  return facts.status === 'Available' && said > sign && said <= now && said >= hours.from
    ? dueSince(said, workDay, now, 'pause')
    : undefined;
}

/** The start of a day's work: on the evening before, if work continues over midnight. */
function openingOf(hours: Span, day: Span): number {
  return hours.from < day.from - longestEvening * hourMs ? day.from : hours.from;
}

/** Whether the activity was on the evening before, and the hours have continued since. */
function isOfNight(at: number, { day, hours }: WorkDay, now: number): boolean {
  return (
    hours !== undefined && hours.from < day.from && at >= hours.from && now - at <= shift * hourMs
  );
}

/** A break begins when the last patient called before it leaves, and has its full length. */
function backFrom(pause: PlannedPause, lastEnd: number): number {
  if (pause.kind === 'between') return pause.to;
  if (lastEnd >= pause.to) return lastEnd < latestBack(pause) ? latestBack(pause) : pause.to;
  return Math.max(lastEnd, pause.from) + pause.to - pause.from;
}

function onBreak(backAt: number, { pauses }: WorkDay): LineState {
  // An announced break that reaches into a planned one lasts until that one ends.
  const into = pauses.find(({ from, to }) => from <= backAt && backAt < to);
  const back = into === undefined ? backAt : into.to;
  return { kind: 'on_break', backAt: back, pauses: pauses.filter(({ from }) => from > back) };
}

function dueSince(
  since: number,
  { pauses }: Pick<WorkDay, 'pauses'>,
  now: number,
  after: 'opening' | 'pause',
): Going {
  return { kind: 'due', after, since, pauses: pauses.filter(({ from }) => from > now) };
}

function running(facts: LineFacts, now: number): Going {
  const pauses = facts.workDay.pauses.filter(({ from }) => from > now);
  const [next] = pauses;
  const sign = latestSign(facts);
  return {
    kind: next !== undefined && next.from - now <= nearPause * minuteMs ? 'break_ahead' : 'running',
    insideSince: timeOf(facts.insideSince),
    quietSince: facts.insideSince === null && Number.isFinite(sign) ? sign : null,
    pauses,
  };
}

/** The pause followed by the planned ones that start after it. */
function withFirst(first: Pause, pauses: readonly PlannedPause[]): readonly Pause[] {
  const into = pauses.find(
    ({ from, to }) => from > first.from && from <= first.to && to > first.to,
  );
  const to = into === undefined ? first.to : into.to;
  return [{ from: first.from, to }, ...pauses.filter((pause) => pause.from > to)];
}

/** The latest call or end. */
function latestSign({ lastCallAt, lastEndAt }: LineFacts): number {
  return Math.max(timeOf(lastCallAt) ?? -Infinity, timeOf(lastEndAt) ?? -Infinity);
}

/** The return is on another day, or after nobody is seen any more. */
function isBeyond(back: number, { statusSince, workDay: { day, hours } }: LineFacts): boolean {
  // A break may cross midnight if the hours do; one longer than a shift is a day off.
  const isLong = back - (timeOf(statusSince) ?? -Infinity) > shift * hourMs;
  return (isLong && back >= day.to) || back >= (hours?.to ?? day.to);
}

function timeOf(date: Date | null): number | null {
  return date === null ? null : date.getTime();
}
