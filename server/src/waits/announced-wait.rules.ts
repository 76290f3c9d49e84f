/**
 * A line's rows as one state, one line forecast, and one forecast for each waiting patient. Everything
 * that shows or records a wait, or the time to leave, uses it [QST-12, INV-16].
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
import { defaultCalibration, type Calibration } from './calibration.rules.ts';
import { cutAt, type DayLimit, dayLimitAt, endless, reachOf } from './closing.rules.ts';
import { silentSince } from './silence.rules.ts';
import { shortestUpper } from './constants.rules.ts';

/** The stored state of a line as a whole. */
export interface LearntRow extends ServiceTimeRow {
  /** When the doctor's status last changed. */
  readonly interrupted_at: Date | null;
  readonly last_call_at: Date | null;
  readonly last_end_at: Date | null;
  readonly late_starts: readonly number[];
  /** null before the hospital's first calibration. */
  readonly forecast: Calibration | null;
}

/** A service point. */
export interface PointTimes {
  /** When its patient was called. */
  readonly servesSince: Date | null;
  readonly pausedSince: Date | null;
  /** undefined: open. null: was never open. */
  readonly closedSince?: Date | null | undefined;
  /** Its planned hours of every day. */
  readonly hours?: readonly Interval[] | undefined;
  /** For a doctor: numbers of the callable patients who wait for this doctor alone, in order. */
  readonly ownLine?: readonly number[];
}

/** A line as read from the database. */
export interface LineRows {
  readonly plan: WorkPlan;
  readonly status: DoctorStatus;
  readonly breakUntil: Date | null;
  /** When the patient inside was called. */
  readonly insideSince: Date | null;
  /** The length of the visit inside as a multiple of the usual one; 1 by default. */
  readonly insideCountsAs?: number | null | undefined;
  /** Since when somebody callable has waited. */
  readonly waitingSince: Date | null;
  readonly learnt: LearntRow;
  /**
   * For a shared line: its points. The measurements are then of one point, and
   * `insideSince` is not used.
   */
  readonly points?: readonly PointTimes[] | undefined;
  /** For an any-doctor line: the numbers of callable entries, in order. */
  readonly numbers?: readonly number[];
  /** For a doctor's line: the shared lines from which the doctor calls too. */
  readonly sharedBesides?: readonly SharedBeside[];
}

/** A line at a moment. */
export interface LineNow {
  readonly now: Date;
  readonly announced: AnnouncedLine;
  /** undefined where no wait can be forecast. */
  readonly lineForecast: LineForecast | undefined;
  readonly calibration: Calibration;
  /** For a shared line whose doctors also call from their own lines. */
  readonly besides?: LinesOfDoctors | undefined;
  /** After it no call is forecast; none by default. */
  readonly limit?: DayLimit;
  /** For a doctor's line: the shared lines from which the doctor calls too. */
  readonly sharedBesides?: readonly SharedBeside[] | undefined;
}

const minuteMs = 60_000;

export function lineNow(given: LineRows, now: Date): LineNow {
  const open = given.points?.filter(({ closedSince }) => closedSince === undefined);
  const rows = open === undefined ? given : { ...given, ...asOneLine(given, open) };
  const { learnt } = rows;
  // A day off sets the doctor Offline until it is over, so only the week gives the hours.
  const workDay = workDayAt(rows.plan, [], now);
  const points = given.points
    ?.map((point) => pointFacts(point, rows.plan.zone, now))
    .filter(({ closedSince, hours = [] }) => closedSince === undefined || hours.length > 0);
  const isAnyUnplanned = points?.length !== given.points?.length;
  const state = open?.every(({ pausedSince }) => pausedSince !== null)
    ? withoutPoint(
        workDay,
        { isPaused: open.length > 0, points: points ?? [], isAnyUnplanned },
        now,
      )
    : lineStateOf(factsOf(rows, workDay), now);
  const ofHospital = learnt.forecast ?? defaultCalibration;
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
        ? announcedOf(state, learnt.late_starts, now)
        : { state: 'silent', at: new Date(silent).toISOString(), usuallyAt: null },
    lineForecast,
    calibration,
    besides: hasOwn ? { shared: given.numbers ?? [], ownLines } : undefined,
    limit: dayLimitAt(workDay, now),
    sharedBesides: given.sharedBesides,
  };
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
 * A shared line as one line with the pace of all points together; waiting patients are called even
 * if the line accepts no new patients.
 */
function asOneLine({ learnt }: LineRows, points: readonly PointTimes[]) {
  const open = points.filter(({ pausedSince }) => pausedSince === null);
  const inside = open.map(({ servesSince }) => servesSince).filter((at) => at !== null);
  // A doctor who calls a patient of the own line is at work for the shared line too.
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
    // A doctor who began today and is awaited after a pause is "due back", not "due".
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

/** Shown only while it is in the future. */
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
 * The forecast for a patient with these callable people ahead; undefined without a line forecast,
 * and where the call probably comes after the end of the hours.
 */
export function forecastOf(line: LineNow, ahead: Ahead): Forecast | undefined {
  return forecastToday(line, ahead)?.forecast;
}

/**
 * The same where it may be promised: not if the hours may end before the call. That is said in
 * words instead.
 */
export function promisableForecast(line: LineNow, ahead: Ahead): Forecast | undefined {
  const today = forecastToday(line, ahead);
  return today?.isDoubtful ? undefined : today?.forecast;
}

interface ForecastToday {
  /** undefined if the call probably comes after the end of the hours. */
  readonly forecast: Forecast | undefined;
  /** Whether the hours may end before the call. */
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

/** The state that a patient with these people ahead reads: the line's, or that the hours may end. */
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

/** Those ahead in this line and in the others from which the same doctors call. */
export function aheadInAll({ besides, sharedBesides = [] }: LineNow, ahead: Ahead): Ahead {
  return besides ? withOwnLines(ahead, besides) : withSharedLines(ahead, sharedBesides);
}

/** The forecast as shown, rounded; a patient further back never gets a shorter one [INV-11]. */
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

/** The wait shown to a patient with these callable people ahead. */
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

/** Rounded to five minutes, but never before the time at which the line goes on. */
function clockPart(
  { lower, upper }: Forecast['parts'][number],
  now: number,
  begins: number,
): { from: string; to: string } {
  const { from, to } = onTheClock({ from: now + lower * minuteMs, to: now + upper * minuteMs });
  const later = begins > now ? Math.max(from, Math.round(begins)) : from;
  return { from: new Date(later).toISOString(), to: new Date(to).toISOString() };
}

/** The input for the time to leave. */
function callForecastOf(forecast: Forecast, now: Date): CallForecast {
  const { expected, deviation } = settingOut(forecast);
  return {
    at: new Date(now.getTime() + expected * minuteMs).toISOString(),
    deviation: Math.round(deviation * 10) / 10,
  };
}

/** The early deviation at the 10th percentile of calls, for which a patient leaves. */
function settingOut({ expected, soonest }: Forecast) {
  return { expected, deviation: (expected - soonest) / earlyDeviations };
}

/** Minutes until a patient with this travel time should leave; undefined without a forecast. */
export function leavesInFor(forecast: Forecast | undefined, way: number): number | undefined {
  return forecast && leavesIn({ ...settingOut(forecast), way });
}
