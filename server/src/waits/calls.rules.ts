/**
 * When the next calls of a line with several points come. Each point first finishes the patient it
 * serves, then calls as soon as it is free. A Monte Carlo simulation with fixed draws, so that
 * forecasts never change by chance. Times in minutes [LINE-5].
 */
import { normalShare } from './normal.rules.ts';
import {
  aroundPlan,
  columns,
  halfOverAfter,
  mostPoints,
  plays,
  usualPause,
} from './constants.rules.ts';

/** Mean and variance, minutes. */
interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** A calling point: serving for so long, paused for so long, free, or closed until its hours. */
export interface PointNow {
  readonly state: 'serving' | 'paused' | 'free' | 'closed';
  readonly lasted: number;
  /** Planned minutes until it opens or closes; Infinity without a plan for it. */
  readonly opensIn?: number;
  readonly closesIn?: number;
}

/** A point's time per person, and how soon a free one calls. */
export interface PointServiceTime {
  readonly mean: number;
  /** Standard deviation of the logarithm of the time per person. */
  readonly spread: number;
  readonly free: Moments;
}

/** Evenly spaced quantiles 0…1, in a different order for each drawn number. */
const shares: readonly Float64Array[] = drawnShares();
const normals: readonly Float64Array[] = shares.map((column) => column.map(normalAt));

/**
 * The time until each of the next calls; by default for twice as many calls as points, since later
 * ones come at the points' pace. Needs a point that is open or will open. A point with planned
 * hours closes only while another one goes on.
 */
export function nextCalls(
  points: readonly PointNow[],
  serviceTime: PointServiceTime,
  count = 2 * Math.min(points.length, mostPoints),
): Moments[] {
  const serving = points.slice(0, mostPoints);
  const sums = new Float64Array(count);
  const squares = new Float64Array(count);
  const free = new Float64Array(serving.length);
  const closes = new Float64Array(serving.length);
  const scale = serviceTime.mean * Math.exp(-(serviceTime.spread ** 2) / 2);
  for (let play = 0; play < plays; play += 1) {
    for (const [index, point] of serving.entries()) {
      free[index] = freeIn(point, serviceTime, shares[index]?.[play] ?? 0.5);
      closes[index] = byPlan(
        point.closesIn ?? Infinity,
        shares[columns - 1 - index]?.[play] ?? 0.5,
      );
    }
    for (let call = 0; call < count; call += 1) {
      const first = firstOf(free, closes);
      const at = free[first] ?? 0;
      sums[call] = (sums[call] ?? 0) + at;
      squares[call] = (squares[call] ?? 0) + at ** 2;
      const drawn = normals[(serving.length + call) % columns]?.[play] ?? 0;
      free[first] = at + scale * Math.exp(serviceTime.spread * drawn);
    }
  }
  return Array.from(sums, (sum, call) => {
    const mean = sum / plays;
    return { mean, variance: Math.max(0, (squares[call] ?? 0) / plays - mean ** 2) };
  });
}

/** The remaining time of the service or pause, or until a free point calls, at this quantile. */
function freeIn(point: PointNow, serviceTime: PointServiceTime, share: number): number {
  const { state, lasted } = point;
  switch (state) {
    case 'closed':
      return byPlan(point.opensIn ?? Infinity, share);
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
  const lasted = Math.min(Math.max(0, passed), halfOverAfter * mean);
  const location = Math.log(mean) - spread ** 2 / 2;
  const before = lasted === 0 ? 0 : normalShare((Math.log(lasted) - location) / spread);
  const length = Math.exp(location + spread * normalAt(before + (1 - before) * share));
  return Math.max(0, length - lasted);
}

/**
 * The time of a planned opening or closing, at this quantile: normal around the plan, and later
 * than now. One that is long overdue counts as two deviations overdue.
 */
function byPlan(planned: number, share: number): number {
  if (planned === Infinity) return Infinity;
  const counted = Math.max(planned, -2 * aroundPlan);
  const before = normalShare(-counted / aroundPlan);
  return Math.max(0, counted + aroundPlan * normalAt(before + (1 - before) * share));
}

/** The point that calls next: the first one free that has not closed by then, if there is any. */
function firstOf(free: Float64Array, closes: Float64Array): number {
  let [first, open] = [0, -1];
  for (let index = 0; index < free.length; index += 1) {
    const at = free[index] ?? 0;
    if (at < (free[first] ?? 0)) first = index;
    const isOpen = at < Infinity && at <= (closes[index] ?? Infinity);
    if (isOpen && at < (free[open] ?? Infinity)) open = index;
  }
  return open === -1 ? first : open;
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
