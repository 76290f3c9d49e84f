/**
 * Computes confidence intervals of shares. A hospital's figures are computed from values per day,
 * because the doctors and patients of one day are correlated [WAIT-3, LAND-3, APPT-1].
 */

/** The fewest days of data with which a hospital's figure gets a confidence interval. */
export const fewestDays = 10;

/** A figure with its 95 % confidence interval. */
export interface Certain {
  readonly share: number;
  readonly lower: number;
  readonly upper: number;
}

/** Half the width of a 95 % interval of a normal error, in standard deviations. */
export const sureDeviations = 1.96;

export function withDeviation(share: number, deviation: number): Certain {
  return {
    share,
    lower: share - sureDeviations * deviation,
    upper: share + sureDeviations * deviation,
  };
}

/**
 * Half the width of a 95 % interval in standard deviations, if the deviation is estimated from this
 * many days: Student's t with one degree of freedom less (expansion of Fisher & Cornish 1960).
 */
export function sureDeviationsOf(days: number): number {
  const z = sureDeviations;
  const freedom = days - 1;
  const first = (z ** 3 + z) / (4 * freedom);
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
  return z + first + second;
}

/**
 * The confidence interval of a share of `count` cases (Wilson 1927). Its width is above zero even
 * if the share is 0 or 1.
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
