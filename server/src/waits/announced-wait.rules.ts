/**
 * Turns the stored data of a line into its state, its forecast, and a forecast for each waiting
 * patient. All code that shows or records a wait, or the time to leave home, uses these functions
 * [QST-12, INV-16].
 */

import type { DoctorStatus } from '@baari/contract/constants.ts';
import type { PlaceWait } from '@baari/contract/queue/hospital-figures.ts';
import { earlyDeviations, leavesIn } from '@baari/contract/queue/leaving.ts';
import { onTheClock } from '@baari/contract/queue/announced-wait.ts';
import type { CallForecast, AnnouncedLine, Wait } from '@baari/contract/queue/wait.ts';
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import type { WorkPlan } from '../schedule/schedule.rules.ts';
import { type WorkDay, workDayAt } from '../schedule/work-day.rules.ts';
import { type Ahead, type Forecast, forecastWait } from './forecast.rules.ts';
import { usualStart } from './late-start.rules.ts';
import {
  isGoing,
  type LineFacts,
  type LineState,
  lineStateOf,
  withoutPoint,
} from './line-state.rules.ts';
import { type LineForecast, lineForecastOf, type PointFacts } from './line-forecast.rules.ts';
import { hoursOfDay } from './point-hours.rules.ts';
import { meanConsultation, type ServiceTimeRow, serviceTimeOf } from './service-time.rules.ts';
import {
  type LinesOfDoctors,
  pacedTogether,
  servedTogether,
  type SharedBeside,
  spreadAtPoint,
  withOwnLines,
  withSharedLines,
} from './points.rules.ts';
import { defaultCalibration, type Calibration, shifted } from './calibration.rules.ts';
import { cutAt, type DayLimit, dayLimitAt, endless, reachOf } from './closing.rules.ts';
import { silentSince } from './silence.rules.ts';
import { shortestUpper } from './constants.rules.ts';
import { type PausesTaken, withUsualPause } from './usual-pause.rules.ts';

/** The measurements that are stored for a line as a whole. */
export interface LearntRow extends ServiceTimeRow {
  /** The time at which the doctor's status last changed. */
  readonly interrupted_at: Date | null;
  readonly last_call_at: Date | null;
  readonly last_end_at: Date | null;
  readonly late_starts: readonly number[];
  readonly pauses_taken: PausesTaken;
  /**
   * By how many standard deviations the upper ends of this line's ranges are shifted from the
   * hospital's.
   */
  readonly upper_shift: number;
  /** The hospital's calibration of forecasts; null before the first calibration. */
  readonly forecast: Calibration | null;
}

/** A service point and its times. */
export interface PointTimes {
  /** The time at which the point's present patient was called; null if the point has no patient. */
  readonly servesSince: Date | null;
  readonly pausedSince: Date | null;
  /**
   * The time at which the point was closed; undefined if the point is open, null if it was never
   * open.
   */
  readonly closedSince?: Date | null | undefined;
  /** The point's planned hours, the same every day. */
  readonly hours?: readonly Interval[] | undefined;
  /**
   * The number that each patient who waits for this doctor only, and can be called, got on joining.
   * In the order of the line; only for a doctor's service point.
   */
  readonly ownLine?: readonly number[];
}

/** The data of a line as read from the database. */
export interface LineRows {
  readonly plan: WorkPlan;
  readonly status: DoctorStatus;
  readonly breakUntil: Date | null;
  /**
   * The time at which the patient who is with the doctor was called; null if no patient is with the
   * doctor.
   */
  readonly insideSince: Date | null;
  /**
   * The expected length of the visit now with the doctor, as a multiple of the usual length; 1 by
   * default.
   */
  readonly insideCountsAs?: number | null | undefined;
  /** The time since which the first of the patients who can be called has waited. */
  readonly waitingSince: Date | null;
  readonly learnt: LearntRow;
  /**
   * The service points of a shared line. If they are given, the measurements are those of one
   * point, and `insideSince` is not used.
   */
  readonly points?: readonly PointTimes[] | undefined;
  /**
   * The number that each patient who can be called got on joining, in the order of the line. Only
   * for a line for any doctor.
   */
  readonly numbers?: readonly number[];
  /** The shared lines from which the doctor also calls patients. Only for a doctor's own line. */
  readonly sharedBesides?: readonly SharedBeside[];
}

/** The state and forecast of a line at one moment. */
export interface LineNow {
  readonly now: Date;
  readonly announced: AnnouncedLine;
  /** The forecast of the line; undefined if no wait can be forecast. */
  readonly lineForecast: LineForecast | undefined;
  readonly calibration: Calibration;
  /**
   * The lines of the doctors who call from this shared line and also from their own lines;
   * undefined for other lines.
   */
  readonly besides?: LinesOfDoctors | undefined;
  /** The time after which no call is forecast. Without a limit, calls are forecast for any time. */
  readonly limit?: DayLimit;
  /** The shared lines from which the doctor also calls patients. Only for a doctor's own line. */
  readonly sharedBesides?: readonly SharedBeside[] | undefined;
}

const minuteMs = 60_000;

export function lineNow(given: LineRows, now: Date): LineNow {
  const open = given.points?.filter(({ closedSince }) => closedSince === undefined);
  const rows = open === undefined ? given : { ...given, ...asOneLine(given, open) };
  const { learnt } = rows;
  // Days off are not needed here. A day off sets the doctor Offline, so the weekly hours are
  // enough.
  const workDay = workDayAt(rows.plan, [], now);
  const points = given.points
    ?.map((point) => pointFacts(point, rows.plan.zone, now))
    .filter(({ closedSince, hours = [] }) => closedSince === undefined || hours.length > 0);
  const { state, planned } = statesOf(given, { rows, open, points, workDay }, now);
  const ofHospital = shifted(learnt.forecast ?? defaultCalibration, learnt.upper_shift);
  const calibration =
    given.points === undefined
      ? ofHospital
      : { ...ofHospital, spread: spreadAtPoint(given.learnt) };
  const lateStarts = { own: learnt.late_starts, usual: calibration.usualStarts };
  const silent = isGoing(state)
    ? silentSince(
        {
          state,
          waitingSince: rows.waitingSince,
          lastCallAt: learnt.last_call_at,
          insideFactor: rows.insideCountsAs ?? 1,
        },
        {
          mean: meanConsultation(serviceTimeOf(given.learnt), now),
          spread: calibration.spread,
          starts: lateStarts,
        },
        now.getTime(),
      )
    : undefined;
  const lineForecast =
    isGoing(state) && silent === undefined
      ? lineForecastOf(
          {
            state,
            planned: isGoing(planned) ? planned : undefined,
            waitingSince: rows.waitingSince,
            insideFactor: rows.insideCountsAs ?? 1,
            timeOfDay: (now.getTime() - workDay.day.from) / minuteMs,
            points,
          },
          { serviceTime: serviceTimeOf(learnt), lateStarts, calibration },
          now,
        )
      : undefined;
  const ownLines = (given.points ?? []).map(({ ownLine = [] }) => ownLine);
  const hasOwn = ownLines.some(({ length }) => length > 0);
  return {
    now,
    announced:
      silent === undefined
        ? announcedOf(planned, learnt.late_starts, now)
        : { state: 'silent', at: new Date(silent).toISOString(), usuallyAt: null },
    lineForecast,
    calibration,
    besides: hasOwn ? { shared: given.numbers ?? [], ownLines } : undefined,
    limit: dayLimitAt(workDay, now),
    sharedBesides: given.sharedBesides,
  };
}

interface LineAtWork {
  /** The data of a shared line, converted to the form of a doctor's line. */
  readonly rows: LineRows;
  readonly open: readonly PointTimes[] | undefined;
  readonly points: readonly PointFacts[] | undefined;
  readonly workDay: WorkDay;
}

/**
 * Returns two states of the line: one with the doctor's usual unplanned pause, and one by the plan
 * alone.
 */
function statesOf(
  given: LineRows,
  { rows, open, points, workDay }: LineAtWork,
  now: Date,
): { readonly planned: LineState; readonly state: LineState } {
  if (open?.every(({ pausedSince }) => pausedSince !== null)) {
    const isAnyUnplanned = points?.length !== given.points?.length;
    const isPaused = open.length > 0;
    const state = withoutPoint(workDay, { isPaused, points: points ?? [], isAnyUnplanned }, now);
    return { planned: state, state };
  }
  const planned = lineStateOf(factsOf(rows, workDay), now);
  const { last_call_at: lastCallAt, pauses_taken: taken } = rows.learnt;
  const usualDay = withUsualPause(workDay, taken, later(lastCallAt, rows.insideSince));
  const isAlike = !isGoing(planned) || usualDay === workDay;
  return { planned, state: isAlike ? planned : lineStateOf(factsOf(rows, usualDay), now) };
}

function pointFacts(point: PointTimes, zone: string, now: Date): PointFacts {
  const { closedSince } = point;
  return {
    servesSince: point.servesSince?.getTime() ?? null,
    pausedSince: point.pausedSince?.getTime() ?? null,
    closedSince: closedSince === undefined ? undefined : (closedSince?.getTime() ?? null),
    hours: hoursOfDay(point.hours ?? [], zone, now),
  };
}

/**
 * Treats a shared line as one doctor's line with the service time of all its points together.
 * Waiting patients are called even if the line accepts no new patients.
 */
function asOneLine({ learnt }: LineRows, points: readonly PointTimes[]) {
  const open = points.filter(({ pausedSince }) => pausedSince === null);
  const inside = open.map(({ servesSince }) => servesSince).filter((at) => at !== null);
  // A doctor who calls a patient from the doctor's own line is at work, and therefore also calls
  // from the shared line.
  const lastCallAt = inside.reduce(later, learnt.last_call_at);
  return {
    status: 'Available',
    insideSince: servedTogether(open.length, inside),
    insideCountsAs: 1,
    learnt: { ...learnt, ...pacedTogether(learnt, points.length), last_call_at: lastCallAt },
  } as const;
}

function factsOf(rows: LineRows, workDay: WorkDay): LineFacts {
  const { learnt, insideSince } = rows;
  return {
    workDay,
    status: rows.status,
    statusSince: learnt.interrupted_at,
    breakUntil: rows.breakUntil,
    insideSince,
    lastCallAt: later(learnt.last_call_at, insideSince),
    lastEndAt: learnt.last_end_at,
  };
}

function later(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

function announcedOf(state: LineState, starts: readonly number[], now: Date): AnnouncedLine {
  const at = timeOf(state);
  return {
    // A doctor who has already worked today and is expected back after a pause is "due back", not
    // "due".
    state: state.kind === 'due' && state.after === 'pause' ? 'due_back' : state.kind,
    at: at === null ? null : new Date(at).toISOString(),
    usuallyAt: usuallyAt(state, starts, now)?.toISOString() ?? null,
  };
}

function timeOf(state: LineState): number | null {
  switch (state.kind) {
    case 'not_open':
      return state.opensAt;
    case 'due':
      return state.since;
    case 'running':
    case 'break_ahead':
      return null;
    case 'break_overdue':
      return null;
    default:
      return state.backAt;
  }
}

/** The time at which the doctor usually begins; undefined unless that time is in the future. */
function usuallyAt(state: LineState, starts: readonly number[], now: Date): Date | undefined {
  const isAwaited =
    state.kind === 'not_open' || (state.kind === 'due' && state.after === 'opening');
  const late = isAwaited ? usualStart(starts) : undefined;
  if (!isAwaited || late === undefined) return undefined;
  const opensAt = state.kind === 'not_open' ? state.opensAt : state.since;
  const begins = new Date(opensAt + late * minuteMs);
  return begins > now ? begins : undefined;
}

/**
 * The forecast of a patient's wait with these patients ahead who can be called. Undefined if the
 * line has no forecast, or if the patient is probably called after the working hours.
 */
export function forecastOf(line: LineNow, ahead: Ahead): Forecast | undefined {
  return forecastToday(line, ahead)?.forecast;
}

/**
 * The forecast of a patient's wait, if it may be shown. Undefined if the working hours may end
 * before the patient is called; a text then tells the patient so.
 */
export function promisableForecast(line: LineNow, ahead: Ahead): Forecast | undefined {
  const today = forecastToday(line, ahead);
  return today?.isDoubtful ? undefined : today?.forecast;
}

interface ForecastToday {
  /**
   * The forecast of the patient's wait; undefined if the patient is probably called after the
   * working hours.
   */
  readonly forecast: Forecast | undefined;
  /** Whether the working hours may end before the patient is called. */
  readonly isDoubtful: boolean;
}

function forecastToday(line: LineNow, ahead: Ahead): ForecastToday | undefined {
  const { lineForecast, calibration, limit = endless } = line;
  if (lineForecast === undefined) return undefined;
  const forecast = forecastWait(lineForecast, aheadInAll(line, ahead), calibration);
  const reach = reachOf(forecast, limit);
  return {
    forecast: reach === 'beyond' ? undefined : cutAt(forecast, limit),
    isDoubtful: reach !== 'within',
  };
}

/**
 * The state of the line shown to a patient with these people ahead. If the working hours may end
 * before the patient is called, the state says so.
 */
export function placeLine(line: LineNow, ahead: Ahead): AnnouncedLine {
  return endOfHours(line, forecastToday(line, ahead)) ?? line.announced;
}

function endOfHours(
  { limit = endless }: LineNow,
  today: ForecastToday | undefined,
): AnnouncedLine | undefined {
  if (!today?.isDoubtful) return undefined;
  return {
    state: today.forecast === undefined ? 'beyond_hours' : 'closing',
    at: limit.closesAt === null ? null : new Date(limit.closesAt).toISOString(),
    usuallyAt: null,
  };
}

/**
 * The people ahead in this line, plus those ahead in other lines from which the same doctors call.
 */
export function aheadInAll({ besides, sharedBesides = [] }: LineNow, ahead: Ahead): Ahead {
  return besides ? withOwnLines(ahead, besides) : withSharedLines(ahead, sharedBesides);
}

/**
 * The forecast of the wait as shown, rounded. A patient further back in line never gets a shorter
 * wait [INV-11].
 */
export function announcedWait(
  forecast: Forecast,
  { now, limit = endless }: Pick<LineNow, 'now' | 'limit'>,
): Wait {
  const { lower, median, upper, parts, noSooner } = forecast;
  const end = Math.min(Math.max(shortestUpper, Math.ceil(upper)), Math.floor(limit.in));
  const begins = now.getTime() + noSooner * minuteMs;
  return {
    minutes: Math.max(1, Math.round(median)),
    lower: Math.floor(lower),
    upper: end,
    parts: parts.map((part, index) => {
      const to = index === parts.length - 1 ? end : part.upper;
      return clockPart({ lower: part.lower, upper: to }, now.getTime(), begins);
    }),
  };
}

/** The wait shown to a patient with these patients ahead who can be called. */
export function placeWait(line: LineNow, ahead: Ahead): PlaceWait {
  const today = forecastToday(line, ahead);
  const own = endOfHours(line, today);
  const state = own && { line: own };
  if (today?.forecast === undefined) {
    return { estimatedWaitTime: 0, waitRange: null, call: null, ...state };
  }
  const { forecast } = today;
  const { minutes, ...waitRange } = announcedWait(forecast, line);
  return {
    estimatedWaitTime: minutes,
    waitRange,
    call: callForecastOf(forecast, line.now),
    ...state,
  };
}

/**
 * Converts minutes to clock times, rounded to five minutes. The start is never before the earliest
 * time at which the next patient can be called.
 */
function clockPart(
  { lower, upper }: Forecast['parts'][number],
  now: number,
  begins: number,
): { from: string; to: string } {
  const { from, to } = onTheClock({ from: now + lower * minuteMs, to: now + upper * minuteMs });
  const later = begins > now ? Math.max(from, Math.round(begins)) : from;
  return { from: new Date(later).toISOString(), to: new Date(to).toISOString() };
}

/**
 * The expected time of the call and its deviation. The time to leave home is computed from them.
 */
function callForecastOf(forecast: Forecast, now: Date): CallForecast {
  const { expected, deviation } = settingOut(forecast);
  return {
    at: new Date(now.getTime() + expected * minuteMs).toISOString(),
    deviation: Math.round(deviation * 10) / 10,
  };
}

/**
 * The standard deviation used for the time to leave home. A patient who leaves in time then also
 * arrives before the earliest 10 % of calls.
 */
function settingOut({ expected, soonest }: Forecast) {
  return { expected, deviation: (expected - soonest) / earlyDeviations };
}

/**
 * In how many minutes a patient should leave home, if the way to the hospital takes this long;
 * undefined without a forecast.
 */
export function leavesInFor(forecast: Forecast | undefined, way: number): number | undefined {
  return forecast && leavesIn({ ...settingOut(forecast), way });
}
