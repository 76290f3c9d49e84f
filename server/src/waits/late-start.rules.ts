/**
 * Measures when a doctor really begins: the first call of a day compared with the planned opening,
 * for each doctor. Minutes; a negative value means earlier than planned [QST-12].
 */
import { normalDensity, normalShare } from './normal.rules.ts';
import {
  provesAbsence,
  reaction,
  startBounds,
  startKernel,
  startsKept,
  supposedStarts,
  surprise,
  usualStartShown,
} from './constants.rules.ts';

/**
 * How late the doctor began on past days, and how late the doctors of the hospital usually begin.
 */
export interface LateStarts {
  /** How late the doctor began on the latest days, in minutes; the newest day is last. */
  readonly own: readonly number[];
  /**
   * How late all doctors of the hospital begin: a few values with the same distribution. Each value
   * counts as one day of the doctor.
   */
  readonly usual: readonly number[];
}

/**
 * How late the doctor began, measured from the day's first call. Undefined if the doctor may have
 * been present earlier but had no patients.
 */
export function lateStart(
  opensAt: number,
  { firstCallAt, waitingSince }: { readonly firstCallAt: number; readonly waitingSince: number },
): number | undefined {
  const minutes = (firstCallAt - opensAt) / 60_000;
  const waited = (firstCallAt - waitingSince) / 60_000;
  if (minutes < startBounds.least || minutes > startBounds.most) return undefined;
  return waitingSince <= opensAt || waited >= provesAbsence ? minutes : undefined;
}

/** Adds one day to the measured starts and drops the oldest day. */
export function withStart(own: readonly number[], minutes: number): number[] {
  return [...own, minutes].slice(-startsKept);
}

/**
 * A few values that represent the starts of a hospital's doctors on all days, including the assumed
 * starts.
 */
export function usualStarts(all: readonly number[]): number[] {
  const sorted = [...all, ...supposedStarts].toSorted((one, other) => one - other);
  return supposedStarts.map((_, index) => {
    const rank = ((index + 0.5) / supposedStarts.length) * sorted.length;
    return sorted[Math.min(sorted.length - 1, Math.floor(rank))] ?? 0;
  });
}

/**
 * How many minutes after the planned opening a doctor usually begins, rounded to five; negative if
 * the doctor begins before it. Undefined if the doctor usually begins as planned.
 */
export function usualStart(own: readonly number[]): number | undefined {
  if (own.length < usualStartShown.days) return undefined;
  const median = own.toSorted((one, other) => one - other)[Math.floor(own.length / 2)] ?? 0;
  const { late, early } = usualStartShown;
  return median > early && median < late ? undefined : Math.round(median / 5) * 5;
}

export interface Beginning {
  /** The time from now until the first call can come: mean and variance, minutes. */
  readonly mean: number;
  readonly variance: number;
}

/**
 * The expected remaining lateness, E[L − e | L > e], at `elapsed` minutes after the planned opening
 * (negative: before the opening). `waitedFor` is how long a patient has waited since the opening.
 * If no patient waits, the doctor may be present and call nobody.
 */
export function beginsIn(starts: LateStarts, elapsed: number, waitedFor: number): Beginning {
  let beyond = 0;
  let first = 0;
  let second = 0;
  let weight = 0;
  for (const start of [...starts.own, ...starts.usual]) {
    const z = (elapsed - start) / startKernel;
    const share = 1 - normalShare(z);
    const density = startKernel * normalDensity(z);
    const ahead = start - elapsed;
    // Moments of a truncated normal distribution around this value.
    first += ahead * share + density;
    second += (ahead ** 2 + startKernel ** 2) * share + ahead * density;
    beyond += share;
    weight += 1;
  }
  const { days, mean } = surprise;
  const share = Math.exp(-Math.max(0, elapsed) / mean);
  const ahead = mean + Math.max(0, -elapsed);
  first += days * share * ahead;
  second += days * share * (ahead ** 2 + mean ** 2);
  beyond += days * share;
  weight += days;
  // The doctor may be present without having called a patient. This becomes less likely with each
  // minute.
  const unseen = Math.max(0, weight - beyond) * Math.exp(-Math.max(0, waitedFor) / reaction);
  const total = beyond + unseen;
  const expected = first / total;
  return { mean: expected, variance: Math.max(0, second / total - expected ** 2) };
}
