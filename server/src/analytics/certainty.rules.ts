/** What a figure takes that follows from days of doctors, whose patients are alike: not from their visits [WAIT-3, LAND-3]. */

/** Days of doctors that an interval needs at least. */
export const fewestDays = 10;

/** A figure with the interval that holds it 19 times in 20. */
export interface Certain {
  readonly share: number;
  readonly lower: number;
  readonly upper: number;
}

/** Standard deviations either side that hold 95 % of a normal error. */
const sureDeviations = 1.96;

export function withDeviation(share: number, deviation: number): Certain {
  return {
    share,
    lower: share - sureDeviations * deviation,
    upper: share + sureDeviations * deviation,
  };
}

/**
 * Of a share of so many: near to all or to none the other side stays open, however few were seen to
 * miss (Wilson 1927).
 */
export function ofShare(share: number, count: number): Certain {
  const squared = sureDeviations ** 2 / count;
  const middle = (share + squared / 2) / (1 + squared);
  const half =
    (sureDeviations / (1 + squared)) *
    Math.sqrt((share * (1 - share)) / count + squared / (4 * count));
  return {
    share,
    lower: Math.max(0, Math.min(share, middle - half)),
    upper: Math.min(1, Math.max(share, middle + half)),
  };
}
