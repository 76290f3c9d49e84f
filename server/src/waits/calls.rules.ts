/**
 * When the next calls of a line come from which several points call: each point has what is left of the
 * one it serves, and takes somebody new as soon as it is free. Played on with draws that are the same
 * each time, so that nothing told moves by chance. Times in minutes [LINE-5].
 */
import { normalShare } from './normal.rules.ts';

/** A mean and a variance, minutes. */
interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** A point that calls, or will: it serves somebody for so long, is paused for so long, or is free. */
export interface PointNow {
  readonly state: 'serving' | 'paused' | 'free';
  readonly lasted: number;
}

/** What a point takes for one person, and how soon a free one calls. */
export interface PointPace {
  readonly mean: number;
  /** Standard deviation of the logarithm of that. */
  readonly spread: number;
  readonly free: Moments;
}

/** So many ways in which it may go on; a prime number would do as well as any. */
const plays = 64;
/** Numbers for so many points and the calls behind them are drawn once. */
const columns = 97;
/** More points are told as this many: the next call is near then whatever one of them does. */
const mostPoints = 30;
/** Most points that are paused are back soon, some after a meal: the longer it lasts the longer it will. */
const usualPause = { mean: 15, spread: 0.9 };
/** As in what is left of a single consultation: a longer one is simply half over. */
const longestInMeans = 6;

/** The shares 0…1 in even steps, in another order for each number that is drawn. */
const shares: readonly Float64Array[] = drawnShares();
const normals: readonly Float64Array[] = shares.map((column) => column.map(normalAt));

/**
 * The time until the first, the second and so on of the next calls, as many as there are points twice over:
 * behind them calls come at the points' pace. At least one point.
 */
export function nextCalls(points: readonly PointNow[], pace: PointPace): Moments[] {
  const serving = points.slice(0, mostPoints);
  const count = 2 * serving.length;
  const sums = new Float64Array(count);
  const squares = new Float64Array(count);
  const free = new Float64Array(serving.length);
  const scale = pace.mean * Math.exp(-(pace.spread ** 2) / 2);
  for (let play = 0; play < plays; play += 1) {
    for (const [index, point] of serving.entries()) {
      free[index] = freeIn(point, pace, shares[index]?.[play] ?? 0.5);
    }
    for (let call = 0; call < count; call += 1) {
      const first = firstOf(free);
      const at = free[first] ?? 0;
      sums[call] = (sums[call] ?? 0) + at;
      squares[call] = (squares[call] ?? 0) + at ** 2;
      const drawn = normals[serving.length + call]?.[play] ?? 0;
      free[first] = at + scale * Math.exp(pace.spread * drawn);
    }
  }
  return Array.from(sums, (sum, call) => {
    const mean = sum / plays;
    return { mean, variance: Math.max(0, (squares[call] ?? 0) / plays - mean ** 2) };
  });
}

/** What is left of the one who is served or of a pause, or until a free point calls, at this share of all cases. */
function freeIn({ state, lasted }: PointNow, pace: PointPace, share: number): number {
  switch (state) {
    case 'free':
      return -pace.free.mean * Math.log(1 - share);
    case 'paused':
      return leftOf(lasted, usualPause, share);
    case 'serving':
      return leftOf(lasted, pace, share);
  }
}

/** What is left at this share of all cases of something of lognormal length that has lasted so long. */
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

/** Each column holds every step once; shuffled by a fixed rule (Lehmer 1951). */
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

/** The normal number with this share below it (Abramowitz & Stegun 26.2.23, error below 4.5e-4). */
function normalAt(share: number): number {
  const tail = Math.max(1e-12, Math.min(share, 1 - share));
  const t = Math.sqrt(-2 * Math.log(tail));
  const z =
    t -
    (2.515_517 + 0.802_853 * t + 0.010_328 * t ** 2) /
      (1 + 1.432_788 * t + 0.189_269 * t ** 2 + 0.001_308 * t ** 3);
  return share < 0.5 ? -z : z;
}
