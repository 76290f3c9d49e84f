/**
 * The state of a line as one value, from what the product records: the plan, the doctor's status,
 * the patient with the doctor, and the latest calls. All forecasts and texts use this state: the
 * wait, "leave now", the recorded forecasts and the simulation [INV-16]. A line has exactly one
 * state at any moment. Between events the state changes only with time.
 */
import type { DoctorStatus } from '@baari/contract/constants.ts';
import type { PlannedPause, Span, WorkDay } from '../schedule/work-day.rules.ts';
import { opensIn } from './point-hours.rules.ts';
import { longestEvening, nearPause, shift, signLasts } from './constants.rules.ts';

/** The recorded facts about a doctor's line that decide its state. */
export interface LineFacts {
  readonly workDay: WorkDay;
  readonly status: DoctorStatus;
  /** The time at which the doctor's status last changed; null if unknown. */
  readonly statusSince: Date | null;
  readonly breakUntil: Date | null;
  /**
   * The time at which the patient who is with the doctor was called; null if no patient is with the
   * doctor.
   */
  readonly insideSince: Date | null;
  /**
   * The time of the latest call, answered or not, on any day. `lastEndAt` is the latest end of a
   * consultation.
   */
  readonly lastCallAt: Date | null;
  readonly lastEndAt: Date | null;
}

/**
 * A future period in which nobody is called, in milliseconds since 1970. `share` is its
 * probability, if the period is not certain.
 */
export type Pause = Span & Pick<PlannedPause, 'share'>;

/**
 * States in which waits can be forecast: the doctor sees patients now or will do so. All times are
 * in milliseconds since 1970.
 */
export type Going =
  /** The doctor's hours have not begun today. */
  | { readonly kind: 'not_open'; readonly opensAt: number; readonly pauses: readonly Pause[] }
  /**
   * The doctor should have been present since `since`, after the opening or a pause, but has called
   * nobody yet.
   */
  | {
      readonly kind: 'due';
      readonly after: 'opening' | 'pause';
      readonly since: number;
      readonly pauses: readonly Pause[];
    }
  | {
      /**
       * `running`: the doctor calls one patient after the other. `break_ahead`: the doctor does so
       * too, but a pause begins soon.
       */
      readonly kind: 'running' | 'break_ahead';
      readonly insideSince: number | null;
      /** The time of the latest call or end of a visit, if no patient is with the doctor. */
      readonly quietSince: number | null;
      readonly pauses: readonly Pause[];
    }
  /**
   * A pause is due or was announced. It begins when the patient with the doctor, who was called
   * before the pause, leaves.
   */
  | {
      readonly kind: 'break_overdue';
      readonly insideSince: number;
      /**
       * The share of the break that the doctor will still take, if the break's planned end has
       * passed.
       */
      readonly owed?: number;
      readonly pauses: readonly Pause[];
    }
  | { readonly kind: 'on_break'; readonly backAt: number; readonly pauses: readonly Pause[] };

/**
 * States in which calls cannot be forecast. `backAt` is the time at which the doctor is back or the
 * line opens, possibly on a later day.
 */
export interface Gone {
  readonly kind: 'busy' | 'offline' | 'closed' | 'past_closing';
  readonly backAt: number | null;
}

export type LineState = Going | Gone;
export type LineStateKind = LineState['kind'];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Whether a wait can be forecast in this state. */
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

/**
 * A closed service point with its planned hours of the day. Times are in milliseconds since 1970.
 */
interface ClosedPoint {
  readonly closedSince?: number | null | undefined;
  readonly hours?: readonly Span[] | undefined;
}

interface WithoutPoint {
  readonly isPaused: boolean;
  /** The closed service points that have planned hours. */
  readonly points: readonly ClosedPoint[];
  /** Whether any closed service point has no planned hours. */
  readonly isAnyUnplanned?: boolean;
}

/**
 * The state of a shared line without an open service point. Nobody calls, even if there was a call
 * a moment ago, but a point may open by its planned hours. Before the hospital's hours, `backAt` is
 * the time at which the hospital opens. A line with paused points counts as offline without a known
 * return.
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
  // A service point without planned hours may open when the hospital opens, sooner than the other
  // points.
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
 * The state of a line while a patient is with the doctor: the doctor works, whatever the clock and
 * the status say. Undefined if the line runs normally.
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
    return overdue(insideSince, { ...shareOf(due), from: now, to }, workDay);
  }
  const to = latestBack(due);
  // The doctor announced an absence until after closing time. That absence replaced the planned
  // break.
  const wasAway = status !== 'Available' && back !== null && isBeyond(back, facts);
  if (wasAway || now >= to) return undefined;
  const owed = (to - now) / (due.to - due.from);
  return { ...overdue(insideSince, { ...shareOf(due), from: now, to }, workDay), owed };
}

/**
 * The latest end of a break, if a patient stays with the doctor during the break's planned time.
 * The doctor still takes the break, up to its planned end plus its length. The break becomes
 * shorter meanwhile, so that the end of a wait does not move.
 */
function latestBack({ kind, from, to }: PlannedPause): number {
  return kind === 'between' ? to : to + to - from;
}

/** The probability of a usual but unplanned pause. Empty for a planned pause, which is certain. */
export function shareOf({ share }: Pick<Pause, 'share'>): Pick<Pause, 'share'> {
  return share === undefined ? {} : { share };
}

function overdue(insideSince: number, pause: Pause, workDay: WorkDay) {
  const pauses = withFirst(pause, workDay.pauses);
  return { kind: 'break_overdue', insideSince, pauses } as const;
}

/** The state of a line while no patient is with the doctor; undefined if the line runs normally. */
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

/** Whether the doctor called a patient, or a patient left the doctor, a short while ago. */
function isAtWork(facts: LineFacts, now: number): boolean {
  return now - latestSign(facts) <= signLasts.outsideHours * minuteMs;
}

/**
 * The state of the line that follows from the doctor's status; undefined if the state follows from
 * the plan.
 */
function byStatus(facts: LineFacts, now: number): LineState | undefined {
  const { status, workDay } = facts;
  if (status === 'Available') return undefined;
  const back = timeOf(facts.breakUntil);
  if (back !== null) return byAnnouncedReturn(facts, back, now);
  const since = timeOf(facts.statusSince) ?? -Infinity;
  const sign = latestSign(facts);
  const worksOn = sign > since && now - sign <= signLasts.againstStatus * minuteMs;
  // A status that was set on another day has no effect today. The exception is an Offline doctor,
  // who has not come yet.
  const isOfToday = since >= workDay.day.from || isOfNight(since, workDay, now);
  const isBeforeOpening = workDay.hours !== undefined && now < workDay.hours.from;
  if (worksOn || (!isOfToday && (status === 'Busy' || isBeforeOpening))) return undefined;
  return { kind: status === 'Busy' ? 'busy' : 'offline', backAt: null };
}

/** The state of the line if the doctor has announced when an absence ends. */
function byAnnouncedReturn(facts: LineFacts, back: number, now: number): LineState | undefined {
  const { workDay } = facts;
  if (back > now) {
    if (isBeyond(back, facts)) return { kind: 'offline', backAt: back };
    // An absence that ends when the hours begin, as after a day off, is not a break.
    const isBefore = workDay.hours !== undefined && back <= workDay.hours.from;
    return isBefore && !isAtWork(facts, now) ? undefined : onBreak(back, workDay);
  }
  // The doctor announced a break until after closing time. The doctor is not expected back until a
  // patient is called.
  const lastCall = timeOf(facts.lastCallAt) ?? -Infinity;
  const isOver = isBeyond(back, facts) && lastCall < (timeOf(facts.statusSince) ?? 0);
  return isOver ? { kind: 'past_closing', backAt: null } : undefined;
}

function outsideHours(hours: Span, { pauses }: WorkDay, now: number): LineState | undefined {
  if (now < hours.from) return { kind: 'not_open', opensAt: hours.from, pauses };
  return now >= hours.to ? { kind: 'past_closing', backAt: null } : undefined;
}

/**
 * The state within the doctor's hours: before the first call, on a planned pause, or after the
 * pause.
 */
function byPlan(facts: LineFacts, hours: Span, now: number): LineState | undefined {
  const { workDay } = facts;
  const lastCall = timeOf(facts.lastCallAt) ?? -Infinity;
  const lastEnd = timeOf(facts.lastEndAt) ?? -Infinity;
  // A call in the previous night does not show that the doctor has begun today's work.
  const sign = latestSign(facts);
  const opensAt = openingOf(hours, workDay.day);
  const hasBegun =
    sign >= opensAt - signLasts.outsideHours * minuteMs || isOfNight(sign, workDay, now);
  // Until the first call after a pause, the last change of the doctor's status may be the doctor's
  // return.
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

/**
 * The start of the day's work. If the hours began the evening before, work may continue over
 * midnight.
 */
function openingOf(hours: Span, day: Span): number {
  return hours.from < day.from - longestEvening * hourMs ? day.from : hours.from;
}

/**
 * Whether the last call or end of a visit was on the evening before, within hours that continue
 * over midnight.
 */
function isOfNight(at: number, { day, hours }: WorkDay, now: number): boolean {
  return (
    hours !== undefined && hours.from < day.from && at >= hours.from && now - at <= shift * hourMs
  );
}

/**
 * The time at which a break ends. The break begins when the last patient called before it leaves,
 * and has its full length.
 */
function backFrom(pause: PlannedPause, lastEnd: number): number {
  if (pause.kind === 'between') return pause.to;
  if (lastEnd >= pause.to) return lastEnd < latestBack(pause) ? latestBack(pause) : pause.to;
  return Math.max(lastEnd, pause.from) + pause.to - pause.from;
}

function onBreak(backAt: number, { pauses }: WorkDay): LineState {
  // An announced break that reaches into a planned break lasts until the planned break ends.
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

/** The given pause, followed by the planned pauses that start after it. */
function withFirst(first: Pause, pauses: readonly PlannedPause[]): readonly Pause[] {
  const into = pauses.find(
    ({ from, to }) => from > first.from && from <= first.to && to > first.to,
  );
  const to = into === undefined ? first.to : into.to;
  return [{ ...first, to }, ...pauses.filter((pause) => pause.from > to)];
}

/** The time of the latest call or end of a consultation; -Infinity if neither is known. */
function latestSign({ lastCallAt, lastEndAt }: LineFacts): number {
  return Math.max(timeOf(lastCallAt) ?? -Infinity, timeOf(lastEndAt) ?? -Infinity);
}

/** Whether the return is on another day, or after the time at which patients are still seen. */
function isBeyond(back: number, { statusSince, workDay: { day, hours } }: LineFacts): boolean {
  // If the hours cross midnight, a break may cross midnight too. A break longer than a shift is a
  // day off.
  const isLong = back - (timeOf(statusSince) ?? -Infinity) > shift * hourMs;
  return (isLong && back >= day.to) || back >= (hours?.to ?? day.to);
}

function timeOf(date: Date | null): number | null {
  return date === null ? null : date.getTime();
}
