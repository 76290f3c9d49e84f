/** Computes quantiles of many visits' waiting times from a histogram of minutes. */

/**
 * A histogram of waiting times: the distinct minutes in ascending order, and how often each occurs.
 */
export interface Spread {
  readonly minutes: readonly number[];
  readonly counts: readonly number[];
}

/**
 * The largest error in minutes that rounding to whole minutes causes in a waiting time, and so in
 * each quantile.
 */
export const withinMinutes = 0.5;

/**
 * The quantile of the rounded waiting times, computed like PostgreSQL's `percentile_cont`. Rounding
 * keeps the order, so it is within half a minute of the exact quantile.
 */
export function shareOf(spread: Spread, share: number): number | null {
  const total = spread.counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const place = share * (total - 1);
  const lower = valueAt(spread, Math.floor(place));
  const upper = valueAt(spread, Math.ceil(place));
  return lower + (upper - lower) * (place - Math.floor(place));
}

/** The waiting time at a position, from 0, if all waiting times are sorted in ascending order. */
function valueAt({ minutes, counts }: Spread, place: number): number {
  let before = 0;
  for (const [index, count] of counts.entries()) {
    before += count;
    if (before > place) return minutes[index] ?? 0;
  }
  return minutes.at(-1) ?? 0;
}

/** The sum of two histograms. */
export function addSpreads(one: Spread, other: Spread): Spread {
  const counts = new Map<number, number>();
  for (const { minutes, counts: given } of [one, other]) {
    for (const [index, minute] of minutes.entries()) {
      counts.set(minute, (counts.get(minute) ?? 0) + (given[index] ?? 0));
    }
  }
  const minutes = [...counts.keys()].toSorted((a, b) => a - b);
  return { minutes, counts: minutes.map((minute) => counts.get(minute) ?? 0) };
}
