/**
 * The wait forecast of a patient: the median and an 80 % range, with 10 % of calls earlier and 10 %
 * later. The work ahead is computed as if the doctor took no pause. Then the pauses within the wait
 * are added. Each end is W + q·√V, where W is the mean and V the variance of the work ahead. The
 * quantiles q are calibrated on the hospital's past forecasts, by state of the line and people
 * ahead [QST-12, INV-11].
 */

import { earlyDeviations } from '@baari/contract/queue/leaving.ts';
import { announcedWaitParts } from '@baari/contract/queue/wait.ts';
import { normalShare } from './normal.rules.ts';
import type { FrontRate, Likeness, LineForecast, PauseAhead, Rest } from './line-forecast.rules.ts';
import { bucketOf, bucketStarts, type QuantilesOf, type Calibration } from './calibration.rules.ts';
import {
  callVariance,
  justAfter,
  longPause,
  mostToFront,
  pauseCertain,
  reachedFrom,
  reachedOver,
  reserve,
  unfitted,
} from './constants.rules.ts';

/** The patients who will be called before this patient. */
export interface Ahead {
  readonly people: number;
  /**
   * The number of these patients weighted by the expected length of their visits. It equals
   * `people` if the lengths are unknown.
   */
  readonly visits: number;
}

export interface Forecast {
  /** The expected wait in minutes and its standard deviation, without calibration. */
  readonly expected: number;
  readonly deviation: number;
  /**
   * The time before which only 10 % of patients in this position are called, without calibration.
   * It is used for the time to leave home.
   */
  readonly soonest: number;
  /** The number of minutes during which nobody is called, from the line's forecast. */
  readonly noSooner: number;
  /**
   * Minutes. `lower`, `median` and `upper` are the 10th percentile, median and 90th percentile of
   * the wait.
   */
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  /**
   * The parts of the range of the wait. If a planned pause lies within the range, one part is
   * before the pause and one after it.
   */
  readonly parts: readonly { readonly lower: number; readonly upper: number }[];
}

/** A group of this many people ahead whose visits all have the usual length. */
export function alike(people: number): Ahead {
  return { people, visits: people };
}

/** The minutes that the patients ahead will take, before pauses and quantiles are applied. */
interface Work {
  readonly mean: number;
  readonly deviation: number;
}

export function forecastWait(
  lineForecast: LineForecast,
  ahead: Ahead,
  calibration: Calibration,
): Forecast {
  const work = workBefore(lineForecast, ahead.visits, calibration);
  const { mean: expected, deviation } = withLikelyPauses(work, lineForecast.pauses);
  const ends = fittedEnds(lineForecast, ahead, calibration);
  const { noSooner } = lineForecast;
  const upper = Math.max(noSooner, upperEnd(lineForecast, ahead, calibration, ends.upper, work));
  const certain = lineForecast.pauses.filter(({ share = 1 }) => share >= pauseCertain);
  const lower = Math.min(Math.max(noSooner, withPauses(ends.lower, certain)), upper);
  const median = withPauses(ends.median, lineForecast.pauses);
  const planned = lineForecast.pauses.filter(({ share }) => share === undefined);
  const parts = partsOf(lower, upper, planned);
  return {
    expected,
    deviation,
    soonest: Math.min(expected, soonestOf(lineForecast, work)),
    noSooner,
    lower,
    median: Math.min(Math.max(median, lower), upper),
    upper,
    parts,
  };
}

/** The wait of a patient with this many visits ahead, if the doctor took no pause. */
function workBefore(lineForecast: LineForecast, visits: number, calibration: Calibration): Work {
  const { mean, meanError, fronts, isPlanned } = lineForecast;
  const { absentShare, spread } = calibration;
  const present = 1 - absentShare;
  const squaredVariation = Math.exp(spread ** 2) - 1;
  const own = callAfter(lineForecast, visits * present, squaredVariation);
  const whole = stretched(own.mean, fronts, mean);
  const passing = (whole - own.mean) / mean;
  const variance =
    own.variance +
    callVariance +
    visits * absentShare * present * mean ** 2 +
    passing * mean ** 2 * (1 + squaredVariation) +
    (meanError * (isPlanned === true ? own.mean : visits * mean)) ** 2;
  return { mean: whole, deviation: Math.sqrt(variance) };
}

/**
 * The time of a patient's call after this many other patients. The first calls of several service
 * points are simulated. The other calls follow at the mean interval.
 */
function callAfter(lineForecast: LineForecast, others: number, squaredVariation: number): Rest {
  const { rest, calls } = lineForecast;
  const known = calls ?? [rest];
  const last = Math.min(others, known.length - 1);
  const behind = others - last;
  const pace = paceBehind(lineForecast);
  const one = known[Math.floor(last)] ?? rest;
  const next = known[Math.ceil(last)] ?? one;
  const share = last - Math.floor(last);
  const between = (from: number, to: number) => from + share * (to - from);
  return {
    mean: between(one.mean, next.mean) + behind * pace,
    variance: between(one.variance, next.variance) + behind * pace ** 2 * squaredVariation,
  };
}

/**
 * The time between calls after the simulated calls. If service points close by a plan, it is the
 * time between the last simulated calls.
 */
function paceBehind({ isPlanned, calls = [], mean }: LineForecast): number {
  if (isPlanned !== true || calls.length === 0) return mean;
  const latest = Math.floor(calls.length / 4);
  const from = calls.at(-1 - latest)?.mean ?? 0;
  return latest === 0 ? mean : ((calls.at(-1)?.mean ?? from) - from) / latest;
}

/**
 * The minutes W that the patients ahead take, if λ other patients per minute are moved ahead
 * meanwhile and take c minutes each. W is where the integral of 1 − λ·c reaches `work`.
 */
function stretched(work: number, fronts: readonly FrontRate[], mean: number): number {
  let left = work;
  let passed = 0;
  for (const { minutes, rate } of fronts) {
    const share = 1 - Math.min(mostToFront, rate * mean);
    if (left <= minutes * share) return passed + left / share;
    left -= minutes * share;
    passed += minutes;
  }
  return passed + left;
}

/**
 * The lower and upper ends of the range without pauses. Each group of people ahead has its own
 * quantiles, so a patient further back could get a shorter forecast. Therefore no end is below the
 * ends for the first and the last patient of each group in front. Within a group the ends have no
 * maximum in between.
 */
function fittedEnds(
  lineForecast: LineForecast,
  { visits, people }: Ahead,
  calibration: Calibration,
) {
  const own = bucketOf(visits);
  const quantiles = quantilesOf(lineForecast, calibration);
  // With whole visits, the last patient of a group has one visit fewer than the next group's limit.
  // Weighted visits may come arbitrarily close to the limit, so the limit itself is used.
  const short = calibration.kinds === undefined && visits === people ? 1 : 0;
  let [lower, median, upper] = [0, 0, 0];
  for (let bucket = 0; bucket <= own; bucket += 1) {
    const { q10, q50, q90 } = quantiles[bucket] ?? unfitted;
    const first = bucketStarts[bucket] ?? 0;
    const last = bucket === own ? visits : (bucketStarts[bucket + 1] ?? 0) - short;
    for (const some of stepsBetween(first, last, lineForecast.isPlanned === true)) {
      const { mean, deviation } = workBefore(lineForecast, some, calibration);
      lower = Math.max(lower, mean + q10 * deviation);
      median = Math.max(median, mean + q50 * deviation);
      upper = Math.max(upper, mean + q90 * deviation);
    }
  }
  return { lower, median: Math.max(lower, median), upper: Math.max(lower, median, upper) };
}

/**
 * The numbers of visits ahead to compare. If service points close by a plan, the deviation does not
 * rise evenly, so every position in line is compared.
 */
function stepsBetween(first: number, last: number, isPlanned: boolean): number[] {
  if (first === last) return [last];
  const between = isPlanned ? Math.max(0, Math.ceil(last - first) - 1) : 0;
  return [first, ...Array.from({ length: between }, (_, step) => first + step + 1), last];
}

/**
 * The quantiles for the line's state, mixed with the quantiles for the state that the line
 * gradually changes to.
 */
function quantilesOf({ group, into }: Likeness, { byState }: Calibration): readonly QuantilesOf[] {
  if (into === undefined) return byState[group];
  const { share } = into;
  const other = byState[into.group];
  return byState[group].map((one, bucket) => {
    const { q10, q50, q90 } = other[bucket] ?? one;
    return {
      q10: (1 - share) * one.q10 + share * q10,
      q50: (1 - share) * one.q50 + share * q50,
      q90: (1 - share) * one.q90 + share * q90,
    };
  });
}

/**
 * The wait including all pauses that begin before its end. A longer `work` never gives a shorter
 * wait.
 */
function withPauses(work: number, pauses: readonly PauseAhead[]): number {
  let wait = work;
  for (const { startsIn, length } of pauses) {
    if (startsIn <= 0 || wait > startsIn) wait += length;
  }
  return wait;
}

/**
 * The upper end with the pauses that the wait reaches. Between two events a further pause is added
 * only once many waits reach it, and then gradually. Otherwise a shown range would jump by the
 * length of a pause. To make such jumps rare, a pause counts as reached slightly early [INV-16].
 */
function upperEnd(
  lineForecast: LineForecast,
  ahead: Ahead,
  calibration: Calibration,
  upper: number,
  work: Work,
): number {
  const { before: last, pauses } = lineForecast;
  if (pauses.length === 0) return upper;
  const then =
    last === undefined
      ? upper + reserve * work.deviation
      : farEnd({ ...lineForecast, ...last }, ahead, calibration) - last.ago;
  return throughPauses(pauses, upper, {
    reached: ({ startsIn }, passed) => {
      if (startsIn <= 0) return 1;
      // The pause counts gradually, so that the hourly calibration cannot suddenly add a whole
      // pause.
      const beyond = 0.5 + (then + passed - startsIn) / (reachedOver * lineForecast.mean);
      const between = reachedBy(shareBeyond(startsIn - passed, work));
      return Math.min(1, Math.max(0, beyond, between));
    },
    passed: 0,
  });
}

interface Reaching {
  /**
   * Returns the share of a pause that counts, given the total length in minutes of the pauses
   * before it.
   */
  readonly reached: (pause: PauseAhead, passed: number) => number;
  readonly passed: number;
}

/**
 * The wait with each pause multiplied by its share. The share of a pause also limits all later
 * pauses, so a patient further back never waits less [INV-11].
 */
function throughPauses(
  [pause, ...later]: readonly PauseAhead[],
  wait: number,
  { reached, passed }: Reaching,
): number {
  if (pause === undefined) return wait;
  const { startsIn, length } = pause;
  const share = reached(pause, passed);
  // The latest time of the call before this pause.
  const before = Math.min(wait, startsIn);
  if (share === 0) return before;
  const after = throughPauses(later, Math.max(wait, startsIn + justAfter) + length, {
    reached,
    passed: passed + length,
  });
  return before + share * (after - before);
}

function reachedBy(share: number): number {
  const { few, most } = reachedFrom;
  return Math.min(1, Math.max(0, (share - few) / (most - few)));
}

function farEnd(lineForecast: LineForecast, ahead: Ahead, calibration: Calibration): number {
  const { deviation } = workBefore(lineForecast, ahead.visits, calibration);
  return fittedEnds(lineForecast, ahead, calibration).upper + reserve * deviation;
}

/**
 * The 10th percentile of the time of the call. A short break counts by the probability that it
 * comes before the call. During a long midday pause nobody is called. A patient who may be called
 * before that pause must be at the hospital in time. A patient who most probably is not called
 * before it comes at its end.
 */
function soonestOf({ noSooner, pauses }: LineForecast, work: Work): number {
  const far = pauses.findIndex(({ length }) => length >= longPause);
  const breaks = far === -1 ? pauses : pauses.slice(0, far);
  const { mean, deviation } = withLikelyPauses(work, breaks);
  const soonest = Math.max(noSooner, mean - earlyDeviations * deviation);
  const between = pauses[far];
  if (between === undefined || (between.startsIn > 0 && soonest <= between.startsIn)) {
    return soonest;
  }
  return Math.max(soonest, between.startsIn) + between.length;
}

/**
 * Adds each pause to the expected work, weighted by the probability that it comes before the call.
 */
function withLikelyPauses(work: Work, pauses: readonly PauseAhead[]): Work {
  let expected = work.mean;
  let variance = work.deviation ** 2;
  let before = 0;
  for (const { startsIn, length, share = 1 } of pauses) {
    const reached = share * (startsIn <= 0 ? 1 : shareBeyond(startsIn - before, work));
    expected += reached * length;
    variance += reached * (1 - reached) * length ** 2;
    before += length;
  }
  return { mean: expected, deviation: Math.sqrt(variance) };
}

function shareBeyond(instant: number, { mean, deviation }: Work): number {
  return normalShare((mean - instant) / deviation);
}

/** Splits the range of the wait into parts that leave out the pauses within it. */
function partsOf(
  lower: number,
  upper: number,
  pauses: readonly PauseAhead[],
): { lower: number; upper: number }[] {
  const parts: { lower: number; upper: number }[] = [];
  let from = lower;
  for (const { startsIn, length } of pauses) {
    const to = startsIn + length;
    if (startsIn <= from || to >= upper || parts.length + 1 === announcedWaitParts) continue;
    parts.push({ lower: from, upper: startsIn });
    from = to;
  }
  parts.push({ lower: from, upper });
  return parts;
}
