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
