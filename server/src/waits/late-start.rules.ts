/**
 * When a doctor really begins: the first call of a day compared with the planned opening, measured
 * per doctor. Minutes; below 0: earlier than planned [QST-12].
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

/** How late a doctor, and the doctors of the hospital, were seen to begin. */
export interface LateStarts {
  /** The doctor's latest days, newest last. */
  readonly own: readonly number[];
  /**
   * A prior from all doctors of the hospital: a few numbers with the same distribution, worth so
   * many days of the doctor.
   */
  readonly usual: readonly number[];
}

/**
 * The lateness measured from a first call; undefined if the doctor may have been there before,
 * without patients.
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

/** Adds one day and drops the oldest. */
export function withStart(own: readonly number[], minutes: number): number[] {
  return [...own, minutes].slice(-startsKept);
}

/** A few numbers that represent all days of a hospital's doctors, including the prior. */
export function usualStarts(all: readonly number[]): number[] {
  const sorted = [...all, ...supposedStarts].toSorted((one, other) => one - other);
  return supposedStarts.map((_, index) => {
    const rank = ((index + 0.5) / supposedStarts.length) * sorted.length;
    return sorted[Math.min(sorted.length - 1, Math.floor(rank))] ?? 0;
  });
}

/**
 * Minutes after the planned opening at which a doctor usually begins, rounded to five; below 0:
 * before it. Undefined: as planned.
 */
export function usualStart(own: readonly number[]): number | undefined {
  if (own.length < usualStartShown.days) return undefined;
  const median = own.toSorted((one, other) => one - other)[Math.floor(own.length / 2)] ?? 0;
  const { late, early } = usualStartShown;
  return median > early && median < late ? undefined : Math.round(median / 5) * 5;
}

export interface Beginning {
  /** Mean minutes from now until the first call can come, and the variance. */
  readonly mean: number;
  readonly variance: number;
}

/**
 * E[L − e | L > e]: the remaining lateness at so many minutes after the planned opening (below 0:
 * before). `waitedFor`: how long a patient has waited since the opening. Before that the doctor may
 * have been present without patients.
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
  // The doctor may be present without having called; less likely with each minute.
  const unseen = Math.max(0, weight - beyond) * Math.exp(-Math.max(0, waitedFor) / reaction);
  const total = beyond + unseen;
  const expected = first / total;
  return { mean: expected, variance: Math.max(0, second / total - expected ** 2) };
}
