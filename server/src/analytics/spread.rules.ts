/** Medians of many visits from how many of them took how many minutes. */

/** How often each whole minute was met; minutes rise and stand once. */
export interface Spread {
  readonly minutes: readonly number[];
  readonly counts: readonly number[];
}

/** Times rounded to whole minutes are this far from the true ones at most, and so is every share of them. */
export const withinMinutes = 0.5;

/**
 * The time that such a share of them did not exceed, as PostgreSQL's `percentile_cont` has it of the
 * rounded times: rounding keeps their order, so it is within half a minute of that of the true ones.
 */
export function shareOf(spread: Spread, share: number): number | null {
  const total = spread.counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const place = share * (total - 1);
  const lower = valueAt(spread, Math.floor(place));
  const upper = valueAt(spread, Math.ceil(place));
  return lower + (upper - lower) * (place - Math.floor(place));
}

/** The time at a place, counted from 0, when all stand in order. */
function valueAt({ minutes, counts }: Spread, place: number): number {
  let before = 0;
  for (const [index, count] of counts.entries()) {
    before += count;
    if (before > place) return minutes[index] ?? 0;
  }
  return minutes.at(-1) ?? 0;
}

/** Both together. */
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
