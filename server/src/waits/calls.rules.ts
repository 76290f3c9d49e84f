/**
 * Computes when the next calls of a line with several service points come. Each point first
 * finishes the patient it serves, then calls as soon as it is free. The computation is a Monte
 * Carlo simulation with fixed random numbers, so that forecasts never change by chance. Times are
 * in minutes [LINE-5].
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

/** The mean and variance of a time, in minutes. */
interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/**
 * A service point: whether it serves or is paused, and for how many minutes it has done so.
 * `closed` means closed until its planned hours.
 */
export interface PointNow {
  readonly state: 'serving' | 'paused' | 'free' | 'closed';
  readonly lasted: number;
  /**
   * Planned minutes until the service point opens or closes; Infinity if no opening or closing is
   * planned.
   */
  readonly opensIn?: number;
  readonly closesIn?: number;
}

/**
 * The time that a service point needs per patient, and how soon a free point calls the next
 * patient.
 */
export interface PointServiceTime {
  readonly mean: number;
  /** The standard deviation of the logarithm of the service time per patient. */
  readonly spread: number;
  readonly free: Moments;
}

/**
 * One column of evenly spaced quantiles between 0 and 1 for each random number of the simulation.
 * Each column has its own order.
 */
const shares: readonly Float64Array[] = drawnShares();
const normals: readonly Float64Array[] = shares.map((column) => column.map(normalAt));

/**
 * The time until each of the next calls of the line, by default for twice as many calls as there
 * are points. At least one point must be open or planned to open. A point with planned hours closes
 * in the simulation only while another point continues.
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

/**
 * The time until this point calls, at this quantile: the rest of its service or pause, or the
 * reaction time of a free point.
 */
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
 * The remaining time, at this quantile, of a service or pause that has already lasted for `passed`
 * minutes. Its length is lognormal.
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
 * The time until a planned opening or closing happens, at this quantile. The time is normally
 * distributed around the plan, and never before now. An event that is long overdue counts as two
 * standard deviations overdue.
 */
function byPlan(planned: number, share: number): number {
  if (planned === Infinity) return Infinity;
  const counted = Math.max(planned, -2 * aroundPlan);
  const before = normalShare(-counted / aroundPlan);
  return Math.max(0, counted + aroundPlan * normalAt(before + (1 - before) * share));
}

/**
 * The service point that calls next: the first point to be free that has not closed by then. If all
 * have closed, the first to be free.
 */
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

/**
 * Makes the columns of fixed random numbers. Each column has every quantile once, shuffled by a
 * fixed generator (Lehmer 1951).
 */
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
