/**
 * What a patient is told: the median wait, and a range in which eight of ten are called: one in ten
 * sooner, one in ten later. Work before the patient is reckoned first, as if the doctor took no
 * pause; the pauses it reaches are then added whole. The ends are W + q·√V, q the quantiles that the
 * hospital's past promises fit, by the state of the line and the people ahead [QST-12, INV-11].
 */

import { earlyDeviations } from '@baari/contract/queue/leaving.ts';
import { waitPartsTold } from '@baari/contract/queue/wait.ts';
import { normalShare } from './normal.rules.ts';
import type { FrontRate, Likeness, Outlook, PauseAhead, Rest } from './outlook.rules.ts';
import {
  bucketOf,
  bucketStarts,
  type QuantilesOf,
  unfitted,
  type WaitFit,
} from './wait-fit.rules.ts';

/** Those who will be called before. */
export interface Ahead {
  readonly people: number;
  /** The same in visits of the usual length; as many as people where nothing is known of them. */
  readonly visits: number;
}

export interface Forecast {
  /** What is expected, minutes, and its standard deviation: unfitted. */
  readonly expected: number;
  readonly deviation: number;
  /** Nine in ten are called no sooner, unfitted: for setting out. */
  readonly soonest: number;
  /** Of the outlook: nobody is called sooner. */
  readonly noSooner: number;
  /** Nine in ten are called no sooner, half of them later, one in ten later; minutes. */
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  /** Where a pause lies within the range: before it, and after it. */
  readonly parts: readonly { readonly lower: number; readonly upper: number }[];
}

/** So many people, of whom nothing else is known. */
export function alike(people: number): Ahead {
  return { people, visits: people };
}

/** Nobody is called to the minute. */
const callVariance = 2 ** 2;
/** At most this share of the doctor's time goes to people who are put in front. */
const mostToFront = 0.5;
/** A pause that the upper end did not reach at the last call, it reaches once this share of waits do. */
const surelyReached = 0.5;
/** A pause is told of when the upper end would reach it with so many deviations more. */
const reserve = 0.9;
/** Whoever is not reached before a pause is called within so many minutes of its end. */
const justAfter = 10;

/** No break, but the time between two halves of a day; minutes. */
const longPause = 90;

/** Before pauses and quantiles. */
interface Work {
  readonly mean: number;
  readonly deviation: number;
}

export function forecastWait(outlook: Outlook, ahead: Ahead, fit: WaitFit): Forecast {
  const work = workBefore(outlook, ahead.visits, fit);
  const { mean: expected, deviation } = withLikelyPauses(work, outlook.pauses);
  const ends = fittedEnds(outlook, ahead, fit);
  const { noSooner } = outlook;
  const upper = Math.max(noSooner, upperEnd(outlook, ahead, fit, ends.upper, work));
  const lower = Math.min(Math.max(noSooner, withPauses(ends.lower, outlook.pauses)), upper);
  const median = withPauses(ends.median, outlook.pauses);
  const parts = partsOf(lower, upper, outlook.pauses);
  return {
    expected,
    deviation,
    soonest: Math.min(expected, soonestOf(outlook, work)),
    noSooner,
    lower,
    median: Math.min(Math.max(median, lower), upper),
    upper,
    parts,
  };
}

/** The wait of whoever has so many ahead, if the doctor took no pause. */
function workBefore(outlook: Outlook, visits: number, fit: WaitFit): Work {
  const { mean, meanError, fronts } = outlook;
  const { absentShare, spread } = fit;
  const present = 1 - absentShare;
  const squaredVariation = Math.exp(spread ** 2) - 1;
  const own = callAfter(outlook, visits * present, squaredVariation);
  const whole = stretched(own.mean, fronts, mean);
  const passing = (whole - own.mean) / mean;
  const variance =
    own.variance +
    callVariance +
    visits * absentShare * present * mean ** 2 +
    passing * mean ** 2 * (1 + squaredVariation) +
    (meanError * visits * mean) ** 2;
  return { mean: whole, deviation: Math.sqrt(variance) };
}

/** The call behind so many others: as it was played on where several points call, else one after the other. */
function callAfter(outlook: Outlook, others: number, squaredVariation: number): Rest {
  const { rest, calls, mean } = outlook;
  const known = calls ?? [rest];
  const last = Math.min(others, known.length - 1);
  const behind = others - last;
  const one = known[Math.floor(last)] ?? rest;
  const next = known[Math.ceil(last)] ?? one;
  const share = last - Math.floor(last);
  const between = (from: number, to: number) => from + share * (to - from);
  return {
    mean: between(one.mean, next.mean) + behind * mean,
    variance: between(one.variance, next.variance) + behind * mean ** 2 * squaredVariation,
  };
}

/** How long work takes while others are put in front: W with ∫(1 − λ·c) over W = work. */
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
 * The ends of the work. Each group of people ahead has quantiles of its own, so that of two
 * neighbours the one further back could be promised less: nobody is promised less than the first and
 * the last of each group in front, between which the ends have no peak.
 */
function fittedEnds(outlook: Outlook, { visits, people }: Ahead, fit: WaitFit) {
  const own = bucketOf(visits);
  const quantiles = quantilesOf(outlook, fit);
  // Whole visits stop short of the next group; where some count as more or less than one, they come as
  // near to it as can be, for all of the line alike.
  const short = fit.kinds === undefined && visits === people ? 1 : 0;
  let [lower, median, upper] = [0, 0, 0];
  for (let bucket = 0; bucket <= own; bucket += 1) {
    const { q10, q50, q90 } = quantiles[bucket] ?? unfitted;
    const first = bucketStarts[bucket] ?? 0;
    const last = bucket === own ? visits : (bucketStarts[bucket + 1] ?? 0) - short;
    for (const some of first === last ? [last] : [first, last]) {
      const { mean, deviation } = workBefore(outlook, some, fit);
      lower = Math.max(lower, mean + q10 * deviation);
      median = Math.max(median, mean + q50 * deviation);
      upper = Math.max(upper, mean + q90 * deviation);
    }
  }
  return { lower, median: Math.max(lower, median), upper: Math.max(lower, median, upper) };
}

/** Of the line's state, and of the one it passes into as far as it does. */
function quantilesOf({ group, into }: Likeness, { byState }: WaitFit): readonly QuantilesOf[] {
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

/** A wait without the pauses, and with those that begin before it is over; keeps the order of waits. */
function withPauses(work: number, pauses: readonly PauseAhead[]): number {
  let wait = work;
  for (const { startsIn, length } of pauses) {
    if (startsIn <= 0 || wait > startsIn) wait += length;
  }
  return wait;
}

/**
 * With the pauses it reaches. While nothing happens it does not come to reach one that it did not when
 * something last did, until most waits do: what was told then stands, and does not jump by the length
 * of a pause. So that it seldom has to, a pause is held to be reached a little sooner [INV-16].
 */
function upperEnd(outlook: Outlook, ahead: Ahead, fit: WaitFit, upper: number, work: Work): number {
  const { before, pauses } = outlook;
  if (pauses.length === 0) return upper;
  const then =
    before === undefined
      ? upper + reserve * work.deviation
      : farEnd({ ...outlook, ...before }, ahead, fit) - before.ago;
  let wait = upper;
  let passed = 0;
  for (const { startsIn, length } of pauses) {
    const isReached =
      startsIn <= 0 ||
      then + passed > startsIn ||
      shareBeyond(startsIn - passed, work) >= surelyReached;
    // As late as can be before the pause.
    if (!isReached) return Math.min(wait, startsIn);
    wait = Math.max(wait, startsIn + justAfter) + length;
    passed += length;
  }
  return wait;
}

function farEnd(outlook: Outlook, ahead: Ahead, fit: WaitFit): number {
  const { deviation } = workBefore(outlook, ahead.visits, fit);
  return fittedEnds(outlook, ahead, fit).upper + reserve * deviation;
}

/**
 * Nine in ten are called no sooner. A break may come before or not, and counts as far as it is likely. Half
 * a day between two halves does not: in the middle of it nobody is called, so that whoever may be called
 * before it is there for that, and whoever most probably is not, comes as it ends.
 */
function soonestOf({ noSooner, pauses }: Outlook, work: Work): number {
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

/** Each pause counts as far as it is likely to come before. */
function withLikelyPauses(work: Work, pauses: readonly PauseAhead[]): Work {
  let expected = work.mean;
  let variance = work.deviation ** 2;
  let before = 0;
  for (const { startsIn, length } of pauses) {
    const reached = startsIn <= 0 ? 1 : shareBeyond(startsIn - before, work);
    expected += reached * length;
    variance += reached * (1 - reached) * length ** 2;
    before += length;
  }
  return { mean: expected, deviation: Math.sqrt(variance) };
}

function shareBeyond(instant: number, { mean, deviation }: Work): number {
  return normalShare((mean - instant) / deviation);
}

/** The range without the pauses that lie within it. */
function partsOf(
  lower: number,
  upper: number,
  pauses: readonly PauseAhead[],
): { lower: number; upper: number }[] {
  const parts: { lower: number; upper: number }[] = [];
  let from = lower;
  for (const { startsIn, length } of pauses) {
    const to = startsIn + length;
    if (startsIn <= from || to >= upper || parts.length + 1 === waitPartsTold) continue;
    parts.push({ lower: from, upper: startsIn });
    from = to;
  }
  parts.push({ lower: from, upper });
  return parts;
}
