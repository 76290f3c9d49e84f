/**
 * What is told of a line, from its rows: one state, one outlook, one forecast for each who waits.
 * Whoever speaks of a wait, keeps a promise or says when to leave takes it from here [QST-12, INV-16].
 */

import type { DoctorStatus } from '@baari/contract/constants.ts';
import type { PlaceWait } from '@baari/contract/queue/hospital-figures.ts';
import { earlyDeviations, leavesIn } from '@baari/contract/queue/leaving.ts';
import { onTheClock } from '@baari/contract/queue/told-wait.ts';
import type { CallForecast, LineTold, Wait } from '@baari/contract/queue/wait.ts';
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
import { type Outlook, outlookOf } from './outlook.rules.ts';
import { type PaceRow, paceOf } from './pace.rules.ts';
import {
  type LinesOfDoctors,
  pacedTogether,
  servedTogether,
  spreadAtPoint,
  withOwnLines,
} from './points.rules.ts';
import { defaultFit, type WaitFit } from './wait-fit.rules.ts';

/** What is kept of a line as a whole. */
export interface LearntRow extends PaceRow {
  /** When the doctor's status last changed. */
  readonly interrupted_at: Date | null;
  readonly last_call_at: Date | null;
  readonly last_end_at: Date | null;
  readonly late_starts: readonly number[];
  /** null before the hospital has learnt anything. */
  readonly forecast: WaitFit | null;
}

/** A service point that is open or paused. */
export interface PointTimes {
  /** When the one who is there was called. */
  readonly servesSince: Date | null;
  readonly pausedSince: Date | null;
  /** Of a doctor the numbers of those who can be called and wait for this one alone, in their order. */
  readonly ownLine?: readonly number[];
}

/** A line as its rows say it stands. */
export interface LineRows {
  readonly plan: WorkPlan;
  readonly status: DoctorStatus;
  readonly breakUntil: Date | null;
  /** When the one who is inside was called. */
  readonly insideSince: Date | null;
  /** As how many visits of the usual length that one counts; 1 unless told. */
  readonly insideCountsAs?: number | null | undefined;
  /** Since when somebody waits who can be called. */
  readonly waitingSince: Date | null;
  readonly learnt: LearntRow;
  /**
   * Of a shared line the points that are open or paused. Then what is learnt is of one point, and who is
   * inside is not told besides.
   */
  readonly points?: readonly PointTimes[] | undefined;
  /** Of a line for any doctor the numbers of those who can be called, in their order. */
  readonly numbers?: readonly number[];
}

/** A line as it stands at a moment. */
export interface LineNow {
  readonly now: Date;
  readonly told: LineTold;
  /** undefined where no wait can be told. */
  readonly outlook: Outlook | undefined;
  readonly fit: WaitFit;
  /** Of a shared line whose doctors call from lines of their own besides. */
  readonly besides?: LinesOfDoctors | undefined;
}

const minuteMs = 60_000;
/** Nobody is promised to be called within less, minutes. */
const shortestUpper = 5;

export function lineNow(given: LineRows, now: Date): LineNow {
  const rows = given.points === undefined ? given : { ...given, ...asOneLine(given, given.points) };
  const { learnt } = rows;
  // A day off has made the doctor Offline until it is over: the week alone says the hours.
  const workDay = workDayAt(rows.plan, [], now);
  const state =
    given.points !== undefined && given.points.every(({ pausedSince }) => pausedSince !== null)
      ? withoutPoint(workDay, given.points.length > 0, now)
      : lineStateOf(factsOf(rows, workDay), now);
  const ofHospital = learnt.forecast ?? defaultFit;
  const fit =
    given.points === undefined
      ? ofHospital
      : { ...ofHospital, spread: spreadAtPoint(given.learnt) };
  const lateStarts = { own: learnt.late_starts, usual: fit.usualStarts };
  const outlook = isGoing(state)
    ? outlookOf(
        {
          state,
          waitingSince: rows.waitingSince,
          insideFactor: rows.insideCountsAs ?? 1,
          timeOfDay: (now.getTime() - workDay.day.from) / minuteMs,
          points: given.points?.map(({ servesSince, pausedSince }) => ({
            servesSince: servesSince?.getTime() ?? null,
            pausedSince: pausedSince?.getTime() ?? null,
          })),
        },
        { pace: paceOf(learnt), lateStarts, fit },
        now,
      )
    : undefined;
  const ownLines = (given.points ?? []).map(({ ownLine = [] }) => ownLine);
  const hasOwn = ownLines.some(({ length }) => length > 0);
  return {
    now,
    told: toldOf(state, learnt.late_starts, now),
    outlook,
    fit,
    besides: hasOwn ? { shared: given.numbers ?? [], ownLines } : undefined,
  };
}

/** A shared line as one that goes on as fast as its points together; whoever waits is called, though nobody new may come. */
function asOneLine({ learnt }: LineRows, points: readonly PointTimes[]) {
  const open = points.filter(({ pausedSince }) => pausedSince === null);
  const inside = open.map(({ servesSince }) => servesSince).filter((at) => at !== null);
  return {
    status: 'Available',
    insideSince: servedTogether(open.length, inside),
    insideCountsAs: 1,
    learnt: { ...learnt, ...pacedTogether(learnt, points.length) },
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

function toldOf(state: LineState, starts: readonly number[], now: Date): LineTold {
  const at = timeOf(state);
  return {
    // Whoever has begun today and is awaited after a pause has not failed to begin.
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

/** Said as long as it is to come. */
function usuallyAt(state: LineState, starts: readonly number[], now: Date): Date | undefined {
  const isAwaited =
    state.kind === 'not_open' || (state.kind === 'due' && state.after === 'opening');
  const late = isAwaited ? usualStart(starts) : undefined;
  if (!isAwaited || late === undefined) return undefined;
  const opensAt = state.kind === 'not_open' ? state.opensAt : state.since;
  const begins = new Date(opensAt + late * minuteMs);
  return begins > now ? begins : undefined;
}

/** The forecast of one who has these present people ahead; undefined where none can be made. */
export function forecastOf({ outlook, fit, besides }: LineNow, ahead: Ahead): Forecast | undefined {
  return outlook && forecastWait(outlook, besides ? withOwnLines(ahead, besides) : ahead, fit);
}

/** A forecast as it is told; of two neighbours the one further back is not told less [INV-11]. */
export function toldWait(forecast: Forecast, now: Date): Wait {
  const { lower, median, upper, parts, noSooner } = forecast;
  const end = Math.max(shortestUpper, Math.ceil(upper));
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

/** What one who waits is told of the wait, with these present people ahead. */
export function placeWait(line: LineNow, ahead: Ahead): PlaceWait {
  const forecast = forecastOf(line, ahead);
  if (forecast === undefined) return { estimatedWaitTime: 0, waitRange: null, call: null };
  const { minutes, ...waitRange } = toldWait(forecast, line.now);
  return { estimatedWaitTime: minutes, waitRange, call: callForecastOf(forecast, line.now) };
}

/** To five minutes, but not to before the line itself says that it goes on. */
function clockPart(
  { lower, upper }: Forecast['parts'][number],
  now: number,
  begins: number,
): { from: string; to: string } {
  const { from, to } = onTheClock({ from: now + lower * minuteMs, to: now + upper * minuteMs });
  const later = begins > now ? Math.max(from, Math.round(begins)) : from;
  return { from: new Date(later).toISOString(), to: new Date(to).toISOString() };
}

/** What the time to set out follows from. */
function callForecastOf(forecast: Forecast, now: Date): CallForecast {
  const { expected, deviation } = settingOut(forecast);
  return {
    at: new Date(now.getTime() + expected * minuteMs).toISOString(),
    deviation: Math.round(deviation * 10) / 10,
  };
}

/** As far on the early side as nine in ten calls lie: one sets out for these. */
function settingOut({ expected, soonest }: Forecast) {
  return { expected, deviation: (expected - soonest) / earlyDeviations };
}

/** Minutes until somebody with so long a way should set out; undefined where nobody can say. */
export function leavesInFor(forecast: Forecast | undefined, way: number): number | undefined {
  return forecast && leavesIn({ ...settingOut(forecast), way });
}
