/**
 * The forecast of a line from its state and calibration: the next possible call, the time between
 * calls, and the pauses ahead. All waiting patients of the line share this forecast. Times are in
 * minutes from now.
 */
import { type Beginning, beginsIn, type LateStarts, usualStart } from './late-start.rules.ts';
import { type Going, type Pause, shareOf } from './line-state.rules.ts';
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

/** A future pause: minutes until it begins, its length, and its probability if it is not planned. */
export interface PauseAhead {
  readonly startsIn: number;
  readonly length: number;
  readonly share?: number;
}

/** The mean and variance of the remaining time of a step or visit, in minutes. */
export interface Rest {
  readonly mean: number;
  readonly variance: number;
}

/**
 * How many patients per minute are moved ahead of waiting patients. The rate applies for this many
 * minutes.
 */
export interface FrontRate {
  readonly minutes: number;
  readonly rate: number;
}

/** The group of past forecasts whose errors are used for this forecast. */
export interface Likeness {
  readonly group: StateGroup;
  /**
   * The state that the line gradually changes to, and the share of that change so far. The gradual
   * change keeps forecasts from jumping at one minute.
   */
  readonly into: { readonly group: StateGroup; readonly share: number } | undefined;
}

interface Before extends Likeness {
  readonly ago: number;
  readonly rest: Rest;
  readonly calls?: readonly Rest[] | undefined;
}

export interface LineForecast extends Likeness {
  /** The time until the next patient can be called. */
  readonly rest: Rest;
  /** The time until each of the next calls, if several service points call. */
  readonly calls?: readonly Rest[] | undefined;
  /** Whether service points open and close by a plan, so that the time between calls changes. */
  readonly isPlanned?: boolean;
  /** The forecast at the time of the line's last event, and the time since that event. */
  readonly before: Before | undefined;
  /** The mean time from one call to the next, in minutes. */
  readonly mean: number;
  /** The relative error of the mean time between calls. */
  readonly meanError: number;
  /**
   * The number of minutes during which nobody is called, because the doctor has not begun or is not
   * back.
   */
  readonly noSooner: number;
  readonly pauses: readonly PauseAhead[];
  readonly fronts: readonly FrontRate[];
}

/** What was measured about a doctor and a hospital and is used in a forecast. */
export interface Learnt {
  readonly serviceTime: ServiceTime;
  readonly lateStarts: LateStarts;
  readonly calibration: Calibration;
}

/**
 * A service point that is open, paused, or has planned hours. Times are in milliseconds since 1970.
 */
export interface PointFacts {
  /** When the patient who is being served at this service point was called; null if nobody is. */
  readonly servesSince: number | null;
  readonly pausedSince: number | null;
  /**
   * The time at which the point was closed; undefined if the point is open, null if it was never
   * open.
   */
  readonly closedSince?: number | null | undefined;
  /** The planned hours of the service point on this day. */
  readonly hours?: readonly Span[] | undefined;
}

export interface LineNow {
  readonly state: Going;
  /**
   * The line's state by the plan alone, without the doctor's usual unplanned pause. Nobody is
   * called sooner than this state allows.
   */
  readonly planned?: Going | undefined;
  /** The time since which a patient has waited to be called; null if no patient waits. */
  readonly waitingSince: Date | null;
  /** The expected length of the visit now with the doctor, as a multiple of the usual length. */
  readonly insideFactor?: number;
  /** Minutes since midnight on the hospital's clock. */
  readonly timeOfDay: number;
  /** The service points that call from a shared line; undefined for a doctor's line. */
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
    // The state at the last event is needed only for the upper end of a wait that may reach a
    // pause.
    before: state.pauses.length === 0 ? undefined : beforeOf(line, learnt, mean, now),
    mean,
    meanError: serviceTimeError(serviceTime, moment, pointsOf(line)),
    noSooner: noSoonerOf(line.planned ?? state, learnt, now),
    pauses: state.pauses.map((pause) => aheadOf(pause, now)),
    fronts: frontsFrom(calibration.fronts, line.timeOfDay),
  };
}

function noSoonerOf(state: Going, { lateStarts }: Learnt, now: number): number {
  if (state.kind === 'on_break') return Math.max(0, (state.backAt - now) / minuteMs);
  // If the doctor usually begins before the opening time, calls are possible before the opening
  // time.
  if (state.kind !== 'not_open' || (usualStart(lateStarts.own) ?? 0) < 0) return 0;
  return Math.max(0, (state.opensAt - now) / minuteMs);
}

/**
 * The group of errors for a line's state. The line gradually changes to "near a pause" over an
 * hour, and to "overdue" in the last half hour before the pause.
 */
function likenessOf(state: Going, at: number): Likeness {
  switch (state.kind) {
    case 'not_open':
      return { group: 'not_begun', into: undefined };
    case 'due':
      // For a doctor who is due back from a pause, forecast errors resemble those of a break, not
      // those before the first call.
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

/**
 * The gradual change to the state `running` while a planned break has not begun by its planned end.
 * The break becomes shorter meanwhile.
 */
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

/**
 * The forecast as it was at the line's last event: a call, the end of a visit, the planned opening,
 * or the planned return from a break.
 */
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

/** The number of service points that are open, including paused ones. */
function pointsOf({ points = [] }: LineNow): number {
  return Math.max(1, points.filter(({ closedSince }) => closedSince === undefined).length);
}

function hasPlan({ points = [] }: LineNow): boolean {
  return points.some(({ hours = [] }) => hours.length > 0);
}

/**
 * The times of the next calls if several service points call; undefined if at most one point calls.
 * `mean` is the time from one call to the next, over all points.
 */
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
  // A time without a call is informative only while a patient waits.
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
    case 'running':
    case 'break_ahead': {
      const { insideSince } = state;
      if (insideSince === null) {
        const quiet = 'quietSince' in state ? state.quietSince : null;
        return betweenCalls(quiet === null ? 0 : waitedFrom(quiet));
      }
      const length = mean * (line.insideFactor ?? 1);
      return remaining(length, since(insideSince, now), calibration.spread);
    }
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

/**
 * The time until the next call if no patient is with the doctor: either the usual time between two
 * patients, or an unannounced pause. With each minute a pause becomes more likely.
 */
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

function aheadOf({ from, to, ...likely }: Pause, now: number): PauseAhead {
  const startsIn = Math.max(0, (from - now) / minuteMs);
  return { startsIn, length: (to - from) / minuteMs, ...shareOf(likely) };
}

/**
 * The rates at which patients are moved ahead, by hour from now on. The hours after midnight are
 * included.
 */
function frontsFrom(byHour: readonly number[], timeOfDay: number): FrontRate[] {
  const hour = Math.floor(timeOfDay / 60);
  return [...byHour.slice(hour), ...byHour.slice(0, hour)].map((rate, index) => ({
    minutes: index === 0 ? 60 * (hour + 1) - timeOfDay : 60,
    rate,
  }));
}

/**
 * The mean and variance of the remaining time of a consultation that has already lasted this long,
 * in minutes. The length is lognormal.
 */
export function remaining(mean: number, lasted: number, spread: number): Beginning {
  // The elapsed time is capped, because the normal tails below lose precision for very long visits.
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
