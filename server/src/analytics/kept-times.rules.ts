/**
 * How often told times held, with what chance leaves open. What one doctor's day does to its patients it
 * does to all of them, so what is sure follows from the days, not from the visits [WAIT-3].
 */

/** Of the waits told on one day of one doctor: how many, kept, and called within the range. */
export interface KeptDay {
  readonly told: number;
  readonly kept: number;
  readonly inside: number;
}

export interface KeptShare {
  readonly share: number;
  /** 19 times in 20 the share lies between. */
  readonly lower: number;
  readonly upper: number;
}

/** Fewer say nothing: as on a doctor's own page, and so many days of doctors. */
export const fewestTold = 50;
export const fewestDays = 10;

const sureDeviations = 1.96;

/** The share of what was told that held; undefined while too little was told. */
export function keptShare(
  days: readonly KeptDay[],
  held: 'kept' | 'inside',
): KeptShare | undefined {
  const told = days.reduce((sum, day) => sum + day.told, 0);
  if (told < fewestTold || days.length < fewestDays) return undefined;
  const share = days.reduce((sum, day) => sum + day[held], 0) / told;
  const squares = days.reduce((sum, day) => sum + (day[held] - share * day.told) ** 2, 0);
  const deviation = Math.sqrt((squares * days.length) / (days.length - 1)) / told;
  return {
    share,
    lower: Math.max(0, share - sureDeviations * deviation),
    upper: Math.min(1, share + sureDeviations * deviation),
  };
}
