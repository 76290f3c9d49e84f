/**
 * Confidence intervals from a hospital's days, since its doctors and patients of one day are
 * correlated [WAIT-3, LAND-3].
 */

/** The fewest days of a hospital for an interval. */
export const fewestDays = 10;

/** A figure with its 95 % confidence interval. */
export interface Certain {
  readonly share: number;
  readonly lower: number;
  readonly upper: number;
}

/** Standard deviations of a 95 % interval of a normal error. */
export const sureDeviations = 1.96;

export function withDeviation(share: number, deviation: number): Certain {
  return {
    share,
    lower: share - sureDeviations * deviation,
    upper: share + sureDeviations * deviation,
  };
}

/**
 * Standard deviations of a 95 % interval whose deviation is estimated from so many days: Student's
 * t with one degree of freedom less (expansion of Fisher & Cornish 1960).
 */
export function sureDeviationsOf(days: number): number {
  const z = sureDeviations;
  const freedom = days - 1;
  const first = (z ** 3 + z) / (4 * freedom);
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
  return z + first + second;
}

/**
 * The interval of a share of so many (Wilson 1927). Near 0 or 1 the other side stays open, however
 * few failed.
 */
export function ofShare(share: number, count: number, deviations = sureDeviations): Certain {
  const squared = deviations ** 2 / count;
  const middle = (share + squared / 2) / (1 + squared);
  const half =
    (deviations / (1 + squared)) * Math.sqrt((share * (1 - share)) / count + squared / (4 * count));
  return {
    share,
    lower: Math.max(0, Math.min(share, middle - half)),
    upper: Math.min(1, Math.max(share, middle + half)),
  };
}
