/**
 * When a doctor really begins: the first call of a day against the planned opening, learnt per
 * doctor. Minutes; below 0: earlier than planned [QST-12].
 */
import { normalDensity, normalShare } from './normal.rules.ts';

/** What was seen of how late a doctor, and the doctors of the hospital, begin. */
export interface LateStarts {
  /** The doctor's latest, the newest last. */
  readonly own: readonly number[];
  /** Of all doctors of the hospital, as few numbers spread like all: worth so many days of the doctor. */
  readonly usual: readonly number[];
}

/** The days of a doctor that count. */
const daysKept = 20;
/** Of doctors nobody knows yet: most begin within a quarter of an hour, some much later. */
export const supposedStarts: readonly number[] = [0, 4, 10, 22, 50];
/** More is not lateness but another working day. */
const bounds = { least: -60, most: 180 };
/** Somebody who waited so long for the first call waited for the doctor, not the doctor for somebody. */
const provesAbsence = 5;
/** Days are not alike to the minute: what was seen stands for so much around it. */
const kernel = 4;
/** Once in so many days something happens that was never seen, minutes later on average. */
const surprise = { days: 0.3, mean: 45 };
/** With the doctor there a call comes within so many minutes on average, when somebody waits. */
const reaction = 3;

/**
 * What a first call teaches; undefined where the doctor may have been there before, waiting for
 * somebody to come.
 */
export function lateStart(
  opensAt: number,
  { firstCallAt, waitingSince }: { readonly firstCallAt: number; readonly waitingSince: number },
): number | undefined {
  const minutes = (firstCallAt - opensAt) / 60_000;
  const waited = (firstCallAt - waitingSince) / 60_000;
  if (minutes < bounds.least || minutes > bounds.most) return undefined;
  return waitingSince <= opensAt || waited >= provesAbsence ? minutes : undefined;
}

/** With one more day; the oldest is forgotten. */
export function withStart(own: readonly number[], minutes: number): number[] {
  return [...own, minutes].slice(-daysKept);
}

/** Of all days of a hospital's doctors, those that stand for all, the supposed ones among them. */
export function usualStarts(all: readonly number[]): number[] {
  const sorted = [...all, ...supposedStarts].toSorted((one, other) => one - other);
  return supposedStarts.map((_, index) => {
    const rank = ((index + 0.5) / supposedStarts.length) * sorted.length;
    return sorted[Math.min(sorted.length - 1, Math.floor(rank))] ?? 0;
  });
}

/** Fewer days of a doctor say nothing of when they begin. */
const fewestStarts = 5;
/** A usual delay below is none that anybody need be told of; sooner, less is missed by; minutes. */
const worthTelling = { late: 10, early: -3 };

/** How many minutes after the planned opening a doctor usually begins, to five, below 0: before it; undefined: as planned. */
export function usualStart(own: readonly number[]): number | undefined {
  if (own.length < fewestStarts) return undefined;
  const median = own.toSorted((one, other) => one - other)[Math.floor(own.length / 2)] ?? 0;
  const { late, early } = worthTelling;
  return median > early && median < late ? undefined : Math.round(median / 5) * 5;
}

export interface Beginning {
  /** Minutes from now until the first call can come, and the variance of that. */
  readonly mean: number;
  readonly variance: number;
}

/**
 * E[L − e | L > e]: how long still, so many minutes after the planned opening (below 0: before).
 * `waitedFor`: for how long somebody has been waiting to be called since the opening: as long as
 * nobody was, the doctor may have come and have had nobody to call.
 */
export function beginsIn(starts: LateStarts, elapsed: number, waitedFor: number): Beginning {
  let beyond = 0;
  let first = 0;
  let second = 0;
  let weight = 0;
  for (const start of [...starts.own, ...starts.usual]) {
    const z = (elapsed - start) / kernel;
    const share = 1 - normalShare(z);
    const density = kernel * normalDensity(z);
    const ahead = start - elapsed;
    // Moments of a normal number above 0, around here.
    first += ahead * share + density;
    second += (ahead ** 2 + kernel ** 2) * share + ahead * density;
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
  // Has the doctor come already, and just not called? Less likely with each minute.
  const unseen = Math.max(0, weight - beyond) * Math.exp(-Math.max(0, waitedFor) / reaction);
  const total = beyond + unseen;
  const expected = first / total;
  return { mean: expected, variance: Math.max(0, second / total - expected ** 2) };
}
