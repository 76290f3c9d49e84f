/**
 * The forecast of a line from its state and calibration: the next possible call, the time between
 * calls, and the pauses ahead. The same for all who wait; minutes from now.
 */
import { type Beginning, beginsIn, type LateStarts, usualStart } from './late-start.rules.ts';
import type { Going, Pause } from './line-state.rules.ts';
import type { Span } from '../schedule/work-day.rules.ts';
import { nextCalls, type PointNow } from './calls.rules.ts';
import { normalShare } from './normal.rules.ts';
import { closesIn, opensIn } from './point-hours.rules.ts';
import { meanConsultation, type ServiceTime, serviceTimeError } from './service-time.rules.ts';
import type { StateGroup, Calibration } from './calibration.rules.ts';
import {
  callsByPlan,
  halfOverAfter,
  passesWithin,
  silentPause,
  usualChangeOver,
  usualReturns,
} from './constants.rules.ts';

/** A future pause: minutes until it begins, and its length. */
export interface PauseAhead {
  readonly startsIn: number;
  readonly length: number;
}

/** A mean and a variance, minutes. */
export interface Rest {
  readonly mean: number;
  readonly variance: number;
}

/** For so many minutes, so many patients a minute are put in front. */
export interface FrontRate {
  readonly minutes: number;
  readonly rate: number;
}

/** The group of past forecasts whose errors apply. */
export interface Likeness {
  readonly group: StateGroup;
  /** The state the line is passing into, and how far, so that forecasts do not jump at a minute. */
  readonly into: { readonly group: StateGroup; readonly share: number } | undefined;
}

interface Before extends Likeness {
  readonly ago: number;
  readonly rest: Rest;
  readonly calls?: readonly Rest[] | undefined;
}

export interface LineForecast extends Likeness {
  /** Until the next call can come. */
  readonly rest: Rest;
  /** For several calling points: the time until each of the next calls. */
  readonly calls?: readonly Rest[] | undefined;
  /** Whether points open and close by a plan, so that the time between calls changes. */
  readonly isPlanned?: boolean;
  /** The same at the last event, and the time since then. */
  readonly before: Before | undefined;
  /** The doctor's mean from one call to the next. */
  readonly mean: number;
  /** The relative error of that mean. */
  readonly meanError: number;
  /** Nobody is called sooner: before the doctor begins, or is back. */
  readonly noSooner: number;
  readonly pauses: readonly PauseAhead[];
  readonly fronts: readonly FrontRate[];
}

/** What was measured of a doctor and a hospital. */
export interface Learnt {
  readonly serviceTime: ServiceTime;
  readonly lateStarts: LateStarts;
  readonly calibration: Calibration;
}

/** A service point that is open, paused, or has planned hours; instants are ms since 1970. */
export interface PointFacts {
  /** When the patient there was called; null if nobody is. */
  readonly servesSince: number | null;
  readonly pausedSince: number | null;
  /** undefined: open. null: was never open. */
  readonly closedSince?: number | null | undefined;
  /** The planned hours of the day. */
  readonly hours?: readonly Span[] | undefined;
}

export interface LineNow {
  readonly state: Going;
  /** Since when somebody has waited to be called; null if nobody waits. */
  readonly waitingSince: Date | null;
  /** The length of the visit inside as a multiple of the usual one. */
  readonly insideFactor?: number;
  /** Minutes since the hospital's midnight. */
  readonly timeOfDay: number;
  /** For a shared line: the points that call from it. */
  readonly points?: readonly PointFacts[] | undefined;
}

const minuteMs = 60_000;
const returns: LateStarts = { own: [], usual: usualReturns };

export function lineForecastOf(line: LineNow, learnt: Learnt, moment: Date): LineForecast {
  const now = moment.getTime();
  const { state } = line;
  const { calibration, serviceTime } = learnt;
  const mean = meanConsultation(serviceTime, moment, pointsOf(line));
  return {
    ...likenessOf(state, now),
    rest: restOf(line, learnt, mean, now),
    calls: callsOf(line, learnt, mean, now),
    isPlanned: hasPlan(line),
    // Only the upper end of a wait before a pause needs it.
    before: state.pauses.length === 0 ? undefined : beforeOf(line, learnt, mean, now),
    mean,
    meanError: serviceTimeError(serviceTime, moment, pointsOf(line)),
    noSooner: noSoonerOf(state, learnt, now),
    pauses: state.pauses.map((pause) => aheadOf(pause, now)),
    fronts: frontsFrom(calibration.fronts, line.timeOfDay),
  };
}

function noSoonerOf(state: Going, { lateStarts }: Learnt, now: number): number {
  if (state.kind === 'on_break') return Math.max(0, (state.backAt - now) / minuteMs);
  // A doctor who usually begins before the hours is shown so, and not from the hours on.
  if (state.kind !== 'not_open' || (usualStart(lateStarts.own) ?? 0) < 0) return 0;
  return Math.max(0, (state.opensAt - now) / minuteMs);
}

/** A line passes into "near a pause" over an hour, and into "overdue" in the last half hour. */
function likenessOf(state: Going, at: number): Likeness {
  switch (state.kind) {
    case 'not_open':
      return { group: 'not_begun', into: undefined };
    case 'due':
      // A doctor due back is awaited like one on the break, not like one who has not begun.
      return { group: state.after === 'pause' ? 'break' : 'not_begun', into: undefined };
    case 'break_overdue':
      return { group: 'overdue', into: passedOver(state) };
    case 'on_break':
      return { group: 'break', into: undefined };
    case 'running':
    case 'break_ahead':
      return likenessBefore(state.pauses[0], at);
  }
}

/** A break that is given up passes into running as it shrinks. */
function passedOver({ owed = 1 }: Extract<Going, { kind: 'break_overdue' }>): Likeness['into'] {
  return owed === 1 ? undefined : { group: 'running', share: 1 - owed };
}

function likenessBefore(pause: Pause | undefined, at: number): Likeness {
  const minutes = pause === undefined ? Infinity : (pause.from - at) / minuteMs;
  const { near, due } = passesWithin;
  if (minutes >= 2 * near) return { group: 'running', into: undefined };
  if (minutes > near) {
    return { group: 'running', into: { group: 'near_break', share: (2 * near - minutes) / near } };
  }
  if (minutes >= due) return { group: 'near_break', into: undefined };
  return { group: 'near_break', into: { group: 'overdue', share: (due - minutes) / due } };
}

/** When the last event was: a call, an end, the planned opening or return. */
function beforeOf(
  line: LineNow,
  learnt: Learnt,
  mean: number,
  now: number,
): LineForecast['before'] {
  const { state } = line;
  const at = happenedAt(state);
  if (at === null || at >= now) return undefined;
  return {
    ago: (now - at) / minuteMs,
    rest: restOf(line, learnt, mean, at),
    calls: callsOf(line, learnt, mean, at),
    ...likenessOf(state, at),
  };
}

/** How many points call, or are paused. */
function pointsOf({ points = [] }: LineNow): number {
  return Math.max(1, points.filter(({ closedSince }) => closedSince === undefined).length);
}

function hasPlan({ points = [] }: LineNow): boolean {
  return points.some(({ hours = [] }) => hours.length > 0);
}

/** undefined: at most one point calls. `mean`: from one call to the next, over all points. */
function callsOf(
  line: LineNow,
  { calibration }: Learnt,
  mean: number,
  at: number,
): Rest[] | undefined {
  const { points = [], state } = line;
  const isPlanned = hasPlan(line);
  const isRunning = 'insideSince' in state;
  if (isPlanned ? state.kind === 'on_break' : points.length < 2 || !isRunning) return undefined;
  const now = points.map((point) => pointAt(point, at));
  if (now.every(({ opensIn }) => opensIn === Infinity)) return undefined;
  const quiet = 'quietSince' in state ? state.quietSince : null;
  const waiting = line.waitingSince?.getTime() ?? at;
  const free = betweenCalls(quiet === null ? 0 : since(Math.max(quiet, waiting), at));
  const serviceTime = { mean: mean * pointsOf(line), spread: calibration.spread, free };
  return isPlanned ? nextCalls(now, serviceTime, callsByPlan) : nextCalls(now, serviceTime);
}

function happenedAt(state: Going): number | null {
  if (state.kind === 'due') return state.since;
  if (!('insideSince' in state)) return null;
  return state.insideSince ?? ('quietSince' in state ? state.quietSince : null);
}

function restOf(
  line: LineNow,
  { lateStarts, calibration }: Learnt,
  mean: number,
  now: number,
): Rest {
  const { state } = line;
  // An idle point says something only while somebody waits.
  const waitingSince = line.waitingSince?.getTime() ?? now;
  const waitedFrom = (since: number) =>
    (now - Math.min(now, Math.max(since, waitingSince))) / minuteMs;
  switch (state.kind) {
    case 'not_open':
      return beginsIn(lateStarts, (now - state.opensAt) / minuteMs, 0);
    case 'due': {
      const elapsed = (now - state.since) / minuteMs;
      const starts = state.after === 'opening' ? lateStarts : returns;
      return beginsIn(starts, elapsed, waitedFrom(state.since));
    }
    case 'on_break': {
      const late = beginsIn(returns, 0, 0);
      return { mean: (state.backAt - now) / minuteMs + late.mean, variance: late.variance };
    }
    case 'break_overdue':
      return remaining(
        mean * (line.insideFactor ?? 1),
        since(state.insideSince, now),
        calibration.spread,
      );
    case 'running':
    case 'break_ahead':
      if (state.insideSince === null) {
        return betweenCalls(state.quietSince === null ? 0 : waitedFrom(state.quietSince));
      }
      return remaining(
        mean * (line.insideFactor ?? 1),
        since(state.insideSince, now),
        calibration.spread,
      );
  }
}

function pointAt(point: PointFacts, at: number): PointNow {
  const { servesSince, pausedSince, closedSince, hours = [] } = point;
  if (closedSince !== undefined) {
    return {
      state: 'closed',
      lasted: 0,
      opensIn: opensIn(hours, closedSince, at),
      closesIn: closesIn(hours, Math.max(at, hours.find(({ to }) => to > at)?.from ?? at)),
    };
  }
  const closing = { closesIn: closesIn(hours, at) };
  if (pausedSince !== null) {
    return { state: 'paused', lasted: since(pausedSince, at), ...closing };
  }
  if (servesSince !== null) {
    return { state: 'serving', lasted: since(servesSince, at), ...closing };
  }
  return { state: 'free', lasted: 0, ...closing };
}

function since(from: number, now: number): number {
  return Math.max(0, (now - from) / minuteMs);
}

/** With nobody inside: a changeover or an unannounced pause, likelier with each minute. */
function betweenCalls(quiet: number): Rest {
  const { share, mean, spread } = silentPause;
  const usual = (1 - share) * Math.exp(-quiet / usualChangeOver);
  const weight = share / (share + usual);
  const pause = remaining(mean, quiet, spread);
  const expected = weight * pause.mean + (1 - weight) * usualChangeOver;
  const second =
    weight * (pause.variance + pause.mean ** 2) + (1 - weight) * 2 * usualChangeOver ** 2;
  return { mean: expected, variance: Math.max(0, second - expected ** 2) };
}

function aheadOf({ from, to }: Pause, now: number): PauseAhead {
  return { startsIn: Math.max(0, (from - now) / minuteMs), length: (to - from) / minuteMs };
}

/** By hour from now on, including the hours after midnight. */
function frontsFrom(byHour: readonly number[], timeOfDay: number): FrontRate[] {
  const hour = Math.floor(timeOfDay / 60);
  return [...byHour.slice(hour), ...byHour.slice(0, hour)].map((rate, index) => ({
    minutes: index === 0 ? 60 * (hour + 1) - timeOfDay : 60,
    rate,
  }));
}

/**
 * Mean and variance of the remaining time of a lognormal consultation that has lasted so long,
 * minutes.
 */
export function remaining(mean: number, lasted: number, spread: number): Beginning {
  // Far in the tail the two normal tails below lose precision; a long one counts as half over.
  const counted = Math.min(lasted, halfOverAfter * mean);
  const location = Math.log(mean) - spread ** 2 / 2;
  const z = counted === 0 ? -Infinity : (Math.log(counted) - location) / spread;
  const surviving = 1 - normalShare(z);
  const first = (mean * (1 - normalShare(z - spread))) / surviving;
  const second =
    (mean ** 2 * Math.exp(spread ** 2) * (1 - normalShare(z - 2 * spread))) / surviving;
  return {
    mean: Math.max(0, first - counted),
    variance: Math.max(0, second - first ** 2),
  };
}
