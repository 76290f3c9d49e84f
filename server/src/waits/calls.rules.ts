/**
 * When the next calls of a line with several points come. Each point first finishes the patient it
 * serves, then calls as soon as it is free. A Monte Carlo simulation with fixed draws, so that
 * forecasts never change by chance. Times in minutes [LINE-5].
 */
import { normalShare } from './normal.rules.ts';

/** Mean and variance, minutes. */
interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** A calling point: serving for so long, paused for so long, or free. */
export interface PointNow {
  readonly state: 'serving' | 'paused' | 'free';
  readonly lasted: number;
}

/** A point's time per person, and how soon a free one calls. */
export interface PointServiceTime {
  readonly mean: number;
  /** Standard deviation of the logarithm of the time per person. */
  readonly spread: number;
  readonly free: Moments;
}

/** The number of simulated runs. */
const plays = 64;
/** Columns of random numbers for the points and the calls after them, drawn once. */
const columns = 97;
/** More points are treated as this many: the next call is near anyway. */
const mostPoints = 30;
/**
 * Length of a point's pause: most are short, some last a meal. The longer it lasts, the longer it
 * still will.
 */
const usualPause = { mean: 15, spread: 0.9 };
/** As for the rest of a single consultation: a longer one counts as half over. */
const longestInMeans = 6;

/** Evenly spaced quantiles 0…1, in a different order for each drawn number. */
const shares: readonly Float64Array[] = drawnShares();
const normals: readonly Float64Array[] = shares.map((column) => column.map(normalAt));

/**
 * The time until each of the next calls, for twice as many calls as points; later calls come at the
 * points' pace. Needs at least one point.
 */
export function nextCalls(points: readonly PointNow[], serviceTime: PointServiceTime): Moments[] {
  const serving = points.slice(0, mostPoints);
  const count = 2 * serving.length;
  const sums = new Float64Array(count);
  const squares = new Float64Array(count);
  const free = new Float64Array(serving.length);
  const scale = serviceTime.mean * Math.exp(-(serviceTime.spread ** 2) / 2);
  for (let play = 0; play < plays; play += 1) {
    for (const [index, point] of serving.entries()) {
      free[index] = freeIn(point, serviceTime, shares[index]?.[play] ?? 0.5);
    }
    for (let call = 0; call < count; call += 1) {
      const first = firstOf(free);
      const at = free[first] ?? 0;
      sums[call] = (sums[call] ?? 0) + at;
      squares[call] = (squares[call] ?? 0) + at ** 2;
      const drawn = normals[serving.length + call]?.[play] ?? 0;
      free[first] = at + scale * Math.exp(serviceTime.spread * drawn);
    }
  }
  return Array.from(sums, (sum, call) => {
    const mean = sum / plays;
    return { mean, variance: Math.max(0, (squares[call] ?? 0) / plays - mean ** 2) };
  });
}

/** The remaining time of the service or pause, or until a free point calls, at this quantile. */
function freeIn({ state, lasted }: PointNow, serviceTime: PointServiceTime, share: number): number {
  switch (state) {
    case 'free':
      return -serviceTime.free.mean * Math.log(1 - share);
    case 'paused':
      return leftOf(lasted, usualPause, share);
    case 'serving':
      return leftOf(lasted, serviceTime, share);
  }
}

/**
 * The remaining time, at this quantile, of a lognormal duration that has already lasted so long.
 */
function leftOf(
  passed: number,
  { mean, spread }: { readonly mean: number; readonly spread: number },
  share: number,
): number {
  const lasted = Math.min(Math.max(0, passed), longestInMeans * mean);
  const location = Math.log(mean) - spread ** 2 / 2;
  const before = lasted === 0 ? 0 : normalShare((Math.log(lasted) - location) / spread);
  const length = Math.exp(location + spread * normalAt(before + (1 - before) * share));
  return Math.max(0, length - lasted);
}

function firstOf(free: Float64Array): number {
  let first = 0;
  for (let index = 1; index < free.length; index += 1) {
    if ((free[index] ?? 0) < (free[first] ?? 0)) first = index;
  }
  return first;
}

/** Each column has every quantile once, shuffled by a fixed generator (Lehmer 1951). */
function drawnShares(): Float64Array[] {
  let state = 20_261;
  return Array.from({ length: columns }, () => {
    const column = Float64Array.from({ length: plays }, (_, step) => (step + 0.5) / plays);
    for (let last = plays - 1; last > 0; last -= 1) {
      state = (state * 48_271) % 2_147_483_647;
      const other = state % (last + 1);
      const kept = column[last] ?? 0.5;
      column[last] = column[other] ?? 0.5;
      column[other] = kept;
    }
    return column;
  });
}

/** The normal quantile for this share (Abramowitz & Stegun 26.2.23, error below 4.5e-4). */
function normalAt(share: number): number {
  const tail = Math.max(1e-12, Math.min(share, 1 - share));
  const t = Math.sqrt(-2 * Math.log(tail));
  const z =
    t -
    (2.515_517 + 0.802_853 * t + 0.010_328 * t ** 2) /
      (1 + 1.432_788 * t + 0.189_269 * t ** 2 + 0.001_308 * t ** 3);
  return share < 0.5 ? -z : z;
}
