/**
 * Calibration of the ranges on past forecasts: conformal quantiles of their errors, by state of the
 * line and number of people ahead. It is used only for the ranges that are shown. The time to leave
 * home uses the uncalibrated forecast, so that patients' reactions do not feed back into forecasts
 * [QST-12].
 */
import { aheadGroups, promiseStates } from '@baari/contract/constants.ts';
import type { KindFactors } from './visit-kind.rules.ts';
import {
  aim,
  longestStep,
  ownScores,
  overdueLater,
  priorWeight,
  recentHours,
  recentScores,
  scoreBounds,
  scoresKept,
  supposedAbsent,
  supposedSpread,
  supposedStarts,
  supposedWaiting,
  unfitted,
} from './constants.rules.ts';

const hourMs = 3_600_000;

/** Quantiles of forecast errors: (actual − forecast) / standard deviation. */
export interface QuantilesOf {
  readonly q10: number;
  readonly q50: number;
  readonly q90: number;
}

/** The states of a line for which ranges are calibrated separately. */
export const stateGroups = promiseStates;
export type StateGroup = (typeof stateGroups)[number];

/** The calibration of a hospital's forecasts, from its past forecasts and lines. */
export interface Calibration {
  /** For each line state, the quantiles for each group of visits ahead (`bucketStarts`). */
  readonly byState: Readonly<Record<StateGroup, readonly QuantilesOf[]>>;
  /** The share of patients in a line who are absent when called. */
  readonly absentShare: number;
  /**
   * For each hour of the day: how many patients per minute are moved ahead of a waiting patient.
   */
  readonly fronts: readonly number[];
  /** Standard deviation of the logarithm of a consultation's length. */
  readonly spread: number;
  /** How late the hospital's doctors usually begin, in minutes. It is assumed for a new doctor. */
  readonly usualStarts: readonly number[];
  /**
   * The lengths of new visits and follow-ups, as multiples of the usual length; undefined if no
   * kind of visit was ever stated.
   */
  readonly kinds?: KindFactors | undefined;
}

/**
 * The smallest number of visits ahead of a patient in each group of forecasts: 0–1, 2–4, 5–9, 10
 * and more.
 */
export const bucketStarts = aheadGroups;

export const defaultCalibration: Calibration = {
  byState: fittedTo((group) => bucketStarts.map(() => inState(group, unfitted))),
  absentShare: supposedAbsent.absent / supposedAbsent.seen,
  fronts: Array.from({ length: 24 }, () => 0),
  spread: spreadOf(supposedSpread.squaredVariation),
  usualStarts: supposedStarts,
};

/** The index of the group of forecasts for this many visits ahead. */
export function bucketOf(visits: number): number {
  return bucketStarts.findLastIndex((start) => visits >= start);
}

/** The error of one past forecast in standard deviations, with the forecast's group. */
export interface Score {
  readonly group: StateGroup;
  readonly bucket: number;
  readonly score: number;
  /**
   * Whether the patient was never called. The error is then censored: the true error is greater.
   */
  readonly isOpen: boolean;
  readonly doctorId?: string | undefined;
  /** The time at which the forecast was settled; undefined if unknown. */
  readonly at?: Date | undefined;
}

/**
 * The quantiles for a hospital's ranges, from its latest forecast errors, newest first. They differ
 * from `before` by at most `longestStep`, so that shown ranges do not jump [INV-16].
 */
export function calibrateRanges(
  latest: readonly Score[],
  before: Calibration['byState'],
): Calibration['byState'] {
  const wanted = wantedRanges(latest);
  return fittedTo((group) =>
    wanted[group].map((quantiles, bucket) => towards(before[group][bucket], quantiles)),
  );
}

function towards(before: QuantilesOf | undefined, wanted: QuantilesOf): QuantilesOf {
  if (before === undefined) return wanted;
  const step = (from: number, to: number) =>
    Math.min(from + longestStep, Math.max(from - longestStep, to));
  return {
    q10: step(before.q10, wanted.q10),
    q50: step(before.q50, wanted.q50),
    q90: step(before.q90, wanted.q90),
  };
}

function wantedRanges(latest: readonly Score[]): Calibration['byState'] {
  const ofAll = bucketStarts.map((): Score[] => []);
  const own = fittedTo(() => bucketStarts.map((): Score[] => []));
  for (const score of latest) {
    const pooled = ofAll[score.bucket];
    const alone = own[score.group][score.bucket];
    if (pooled !== undefined && pooled.length < 2 * scoresKept) pooled.push(score);
    if (alone !== undefined && alone.length < scoresKept) alone.push(score);
  }
  const pooled = ofAll.map((scores) => drawnTo(unfitted, priorWeight, scores));
  const fitted = fittedTo((group) =>
    own[group].map((scores, bucket) =>
      drawnTo(inState(group, pooled[bucket] ?? unfitted), priorWeight, scores),
    ),
  );
  return followRecent(fitted, recentOf(latest));
}

function recentOf(latest: readonly Score[]): readonly Score[] {
  const newest = latest[0]?.at?.getTime() ?? 0;
  const isBefore = ({ at }: Score) => newest - (at?.getTime() ?? -Infinity) > recentHours * hourMs;
  const ofDay = latest.findIndex(isBefore);
  return latest.slice(0, Math.max(recentScores, ofDay === -1 ? latest.length : ofDay));
}

/** The quantiles assumed for a line state with few measured errors. */
function inState(group: StateGroup, usual: QuantilesOf): QuantilesOf {
  return group === 'overdue' ? { ...usual, q90: within(usual.q90 + overdueLater) } : usual;
}

function fittedTo<T>(quantiles: (group: StateGroup) => T): Record<StateGroup, T> {
  return {
    not_begun: quantiles('not_begun'),
    running: quantiles('running'),
    near_break: quantiles('near_break'),
    overdue: quantiles('overdue'),
    break: quantiles('break'),
  };
}

/** The quantiles of some forecast errors, shrunk towards the usual quantiles. */
function drawnTo(usual: QuantilesOf, weight: number, scores: readonly Score[]): QuantilesOf {
  if (scores.length === 0) return usual;
  const share = scores.length / (scores.length + weight);
  const sorted = inOrder(scores);
  const between = (one: number, level: number) =>
    within((1 - share) * one + share * quantile(sorted, level));
  return {
    q10: between(usual.q10, aim.q10),
    q50: between(usual.q50, 0.5),
    q90: between(usual.q90, aim.q90),
  };
}

/**
 * By how many standard deviations the upper ends of one doctor's line are shifted from the
 * hospital's. The shift is chosen so that 90 % of the doctor's latest forecasts would have been
 * kept. It is shrunk, and changes by at most `longestStep`.
 */
export function shiftOf(
  latest: readonly Score[],
  byState: Calibration['byState'],
  before: number,
): number {
  const own = beyondUpper(byState, latest.slice(0, ownScores.latest));
  const share = own.length / (own.length + ownScores.weight);
  const wanted = own.length === 0 ? 0 : share * quantile(inOrder(own), ownScores.inTime);
  return Math.min(before + longestStep, Math.max(before - longestStep, wanted));
}

/** The calibration with the upper ends of the ranges shifted for one doctor's line. */
export function shifted(calibration: Calibration, shift: number): Calibration {
  if (shift === 0) return calibration;
  return { ...calibration, byState: withUpper(calibration.byState, shift) };
}

/**
 * Moves the upper end of every range so that 90 % of the hospital's latest forecasts would have
 * been kept.
 */
function followRecent(
  fitted: Calibration['byState'],
  recent: readonly Score[],
): Calibration['byState'] {
  if (recent.length < recentScores) return fitted;
  return withUpper(fitted, quantile(inOrder(beyondUpper(fitted, recent)), aim.q90));
}

function beyondUpper(fitted: Calibration['byState'], scores: readonly Score[]): Score[] {
  return scores.map((one) => {
    return { ...one, score: one.score - (fitted[one.group][one.bucket] ?? unfitted).q90 };
  });
}

function withUpper(fitted: Calibration['byState'], shift: number): Calibration['byState'] {
  return fittedTo((group) =>
    fitted[group].map((quantiles) => ({ ...quantiles, q90: within(quantiles.q90 + shift) })),
  );
}

/** The share of absent patients among those who left a line, shrunk towards an assumed share. */
export function estimateAbsentShare(absent: number, seen: number): number {
  return Math.min(0.5, (supposedAbsent.absent + absent) / (supposedAbsent.seen + seen));
}

/**
 * For one hour of the day: how often other patients were called ahead of waiting patients, and the
 * total minutes that patients waited.
 */
export interface PassedInHour {
  readonly hour: number;
  readonly passed: number;
  readonly waited: number;
}

/** For each hour of the day: how many patients per minute are moved ahead of a waiting patient. */
export function estimateFronts(hours: readonly PassedInHour[]): number[] {
  return Array.from({ length: 24 }, (_, hour) => {
    const own = hours.find((one) => one.hour === hour);
    return own === undefined ? 0 : own.passed / (supposedWaiting + own.waited);
  });
}

/**
 * The spread of consultation lengths, estimated from their squared coefficient of variation and the
 * number of visits it was measured from.
 */
export function estimateSpread(squaredVariation: number, visits: number): number {
  const { squaredVariation: supposed, visits: weight } = supposedSpread;
  return spreadOf((weight * supposed + visits * squaredVariation) / (weight + visits));
}

/** The spread of a lognormal length with this squared coefficient of variation. */
function spreadOf(squaredVariation: number): number {
  return Math.sqrt(Math.log(1 + squaredVariation));
}

/** Forecast errors in ascending order. Of equal errors, the uncensored ones come first. */
export interface SortedScores {
  readonly scores: Float64Array;
  /** For each error, whether it is censored; undefined if none is censored. */
  readonly isOpen: readonly boolean[] | undefined;
}

export function inOrder(scores: readonly Pick<Score, 'score' | 'isOpen'>[]): SortedScores {
  if (scores.every(({ isOpen }) => !isOpen)) {
    return {
      scores: Float64Array.from(scores, ({ score }) => score).toSorted(),
      isOpen: undefined,
    };
  }
  const sorted = scores.toSorted(
    (one, other) => one.score - other.score || Number(one.isOpen) - Number(other.isOpen),
  );
  return {
    scores: Float64Array.from(sorted, ({ score }) => score),
    isOpen: sorted.map(({ isOpen }) => isOpen),
  };
}

/**
 * The conformal quantile, which is the (n + 1)·share-th smallest error. The weight of a censored
 * error is distributed over the greater errors (Kaplan & Meier 1958).
 */
export function quantile({ scores, isOpen }: SortedScores, share: number): number {
  const count = scores.length;
  if (isOpen === undefined) {
    return scores[Math.min(count, Math.ceil((count + 1) * share - 1e-9)) - 1] ?? 0;
  }
  let above = 1;
  for (const [index, score] of scores.entries()) {
    if (isOpen[index]) continue;
    above *= 1 - 1 / (count + 1 - index);
    if (1 - above >= share - 1e-9) return score;
  }
  return scores.at(-1) ?? 0;
}

function within(score: number): number {
  return Math.min(scoreBounds.most, Math.max(scoreBounds.least, score));
}
