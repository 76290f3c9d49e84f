/**
 * Confidence intervals from doctor-days, since the patients of one day are correlated [WAIT-3,
 * LAND-3].
 */

/** The fewest doctor-days for an interval. */
export const fewestDays = 10;

/** A figure with its 95 % confidence interval. */
export interface Certain {
  readonly share: number;
  readonly lower: number;
  readonly upper: number;
}

/** Standard deviations of a 95 % interval of a normal error. */
const sureDeviations = 1.96;

export function withDeviation(share: number, deviation: number): Certain {
  return {
    share,
    lower: share - sureDeviations * deviation,
    upper: share + sureDeviations * deviation,
  };
}

/**
 * The interval of a share of so many (Wilson 1927). Near 0 or 1 the other side stays open, however
 * few failed.
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
