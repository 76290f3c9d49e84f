/**
 * What a patient is told: the median wait and a range to plan by, minutes. The lengths of
 * consultations are taken as lognormal; the range is W + q50·√V to W + q90·√V, with the quantiles
 * that past promises of the hospital fit [QST-12, INV-11].
 */
import type { Wait } from '@baari/contract/doctor.ts';
import { bucketOf, bucketStarts, defaultFit, type WaitFit } from './fit.rules.ts';

/** A planned pause that has not begun: minutes until it does (below 0: overdue), and how long it lasts. */
export interface PlannedBreak {
  readonly startsIn: number;
  readonly length: number;
}

export interface LineAhead {
  /** Waiting patients who will be called before this one. */
  readonly ahead: number;
  /** The doctor's mean from one call to the next, minutes. */
  readonly mean: number;
  /** For how long the running consultation has lasted, minutes; null when nobody is inside. */
  readonly runningFor: number | null;
  /** Minutes until the doctor opens or comes back from a pause; nobody is called before. */
  readonly backIn?: number;
  readonly breaks?: readonly PlannedBreak[];
}

/** What is expected before it is rounded and ranged, minutes. */
export interface Prediction {
  readonly expected: number;
  /** Standard deviation. */
  readonly deviation: number;
}

/** Standard deviation of the logarithm of a consultation's length, pooled. */
const logDeviation = 0.63;
/** Squared coefficient of variation of a lognormal with that deviation. */
const squaredVariation = Math.exp(logDeviation ** 2) - 1;
/** How far the pace itself may be off, as a share of the wait. */
const paceError = 0.1;

/** Nobody is called to the minute: variance of the change-over, and of an opening or a return. */
const callVariance = 2 ** 2;
const beginVariance = 6 ** 2;

/** The wait of whoever has so many ahead. */
export function predictWait(line: LineAhead, fit = defaultFit): Prediction {
  return withLikelyBreaks(predictWork(line, fit), line.breaks);
}

/** Each break counts as far as it is likely to come before. */
function withLikelyBreaks(work: Prediction, breaks: readonly PlannedBreak[] = []): Prediction {
  let { expected } = work;
  let variance = work.deviation ** 2;
  let before = 0;
  for (const { startsIn, length } of breaks) {
    const crossed = shareBeyond(startsIn - before, work);
    expected += crossed * length;
    variance += crossed * (1 - crossed) * length ** 2;
    before += length;
  }
  return { expected, deviation: Math.sqrt(variance) };
}

/** The wait if the doctor took none of the breaks that have not begun. */
function predictWork(line: LineAhead, { absentShare } = defaultFit): Prediction {
  const rest = remaining(line.mean, line.runningFor);
  const { ahead, mean } = line;
  const present = 1 - absentShare;
  const backIn = line.backIn ?? 0;
  const variance =
    rest.variance +
    callVariance +
    (backIn > rest.mean ? beginVariance : 0) +
    ahead * present * mean ** 2 * squaredVariation +
    ahead * absentShare * present * mean ** 2 +
    (paceError * ahead * mean) ** 2;
  return {
    expected: Math.max(rest.mean, backIn) + ahead * present * mean,
    deviation: Math.sqrt(variance),
  };
}

/** A wait without the breaks, and with those that begin before it is over; keeps the order of waits. */
function withBreaks(work: number, breaks: readonly PlannedBreak[] = []): number {
  let wait = work;
  for (const { startsIn, length } of breaks) {
    if (wait > startsIn) wait += length;
  }
  return wait;
}

/** Does not fall as the number ahead grows; the median is at least one minute. */
export function estimateWait(line: LineAhead, fit: WaitFit = defaultFit): Wait {
  const bounds = boundsOf(line, fit);
  return {
    minutes: Math.max(1, Math.round(bounds.median)),
    lower: roundTo5(bounds.median, Math.floor),
    upper: Math.max(5, roundTo5(bounds.upper, Math.ceil)),
  };
}

/** Whether a wait is so near the one that was told that saying it anew would only unsettle, minutes. */
export function isSameWait(told: number, now: number): boolean {
  return Math.abs(now - told) <= Math.max(2, 0.1 * told);
}

/**
 * The upper end is that of the work before one, and then the breaks it reaches: a break is there for
 * the one who waits until it or not at all, so a share of it would be no bound for anybody.
 *
 * Each group of `bucketStarts` has quantiles of its own, so that of two neighbours the one further
 * back could be promised less: nobody is promised less than the last of the groups in front.
 */
export function boundsOf(line: LineAhead, fit: WaitFit): { median: number; upper: number } {
  const own = bucketOf(line.ahead);
  let median = 0;
  let upper = 0;
  for (let bucket = 0; bucket <= own; bucket += 1) {
    const next = bucketStarts[bucket + 1];
    const ahead = bucket === own || next === undefined ? line.ahead : next - 1;
    const work = predictWork({ ...line, ahead }, fit);
    const { expected } = withLikelyBreaks(work, line.breaks);
    const { q50, q90 } = fit.quantiles[bucket] ?? { q50: 0, q90: 1.28 };
    median = Math.max(median, expected + q50 * work.deviation);
    upper = Math.max(upper, work.expected + q90 * work.deviation);
  }
  return { median, upper: Math.max(median, withBreaks(upper, line.breaks)) };
}

function roundTo5(minutes: number, round: (value: number) => number): number {
  return round(minutes / 5) * 5;
}

/** The share of such waits that last beyond an instant. */
function shareBeyond(instant: number, { expected, deviation }: Prediction): number {
  return normal((expected - instant) / deviation);
}

/** Mean and variance of what is left of a running lognormal consultation, minutes. */
function remaining(mean: number, runningFor: number | null): { mean: number; variance: number } {
  if (runningFor === null) return { mean: 0, variance: 0 };
  const elapsed = Math.max(0, runningFor);
  // Far in the tail the two normal tails below lose all digits; a long one is simply half over.
  const counted = Math.min(elapsed, 6 * mean);
  const location = Math.log(mean) - logDeviation ** 2 / 2;
  const z = counted === 0 ? -Infinity : (Math.log(counted) - location) / logDeviation;
  const surviving = 1 - normal(z);
  const first = (mean * (1 - normal(z - logDeviation))) / surviving;
  const second =
    (mean ** 2 * Math.exp(logDeviation ** 2) * (1 - normal(z - 2 * logDeviation))) / surviving;
  return {
    mean: Math.max(0, first - counted),
    variance: Math.max(0, second - first ** 2),
  };
}

/** The standard normal distribution (Abramowitz & Stegun 26.2.17, error below 7.5e-8). */
function normal(z: number): number {
  if (z === -Infinity) return 0;
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z));
  const tail =
    Math.exp((-z * z) / 2) *
    0.398_942_280_401_432_7 *
    t *
    (0.319_381_53 +
      t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return z > 0 ? 1 - tail : tail;
}
