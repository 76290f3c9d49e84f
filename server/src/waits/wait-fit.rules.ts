/**
 * What past promises teach of the range: the conformal quantiles of how far off earlier forecasts
 * were, by the state of the line and the number of people ahead. They shape what is shown and
 * nothing else: when to set out follows from the unfitted forecast, so that what people do on being
 * told does not come back as what is told next [QST-12].
 */
import { aheadGroups, promiseStates } from '@baari/contract/constants.ts';
import { supposedStarts } from './late-start.rules.ts';
import type { KindFactors } from './visit-kind.rules.ts';

/** Quantiles of (actual − forecast) / standard deviation. */
export interface QuantilesOf {
  readonly q10: number;
  readonly q50: number;
  readonly q90: number;
}

/** The states of a line that are fitted apart. */
export const stateGroups = promiseStates;
export type StateGroup = (typeof stateGroups)[number];

/** What a hospital's past promises and lines taught. */
export interface WaitFit {
  /** For each state, one for each of `bucketStarts`. */
  readonly byState: Readonly<Record<StateGroup, readonly QuantilesOf[]>>;
  /** Share of those in a line who are not there when it is their turn. */
  readonly absentShare: number;
  /** How many a minute are put in front of one who waits, by hour of the day. */
  readonly fronts: readonly number[];
  /** Standard deviation of the logarithm of a consultation's length. */
  readonly spread: number;
  /** How late the hospital's doctors begin, for one nobody knows. */
  readonly usualStarts: readonly number[];
  /** What new visits and follow-ups are worth there; undefined where nobody has said which is which. */
  readonly kinds?: KindFactors | undefined;
}

/** Fewest visits ahead in each group that is fitted alone: 0–1, 2–4, 5–9, 10 and more. */
export const bucketStarts = aheadGroups;
/** More of a hospital's latest never count: of each state and group the latest do. */
export const scoresLearntFrom = 4000;
/** The latest scores of each group that count. */
const scoresKept = 375;
/**
 * The latest of the whole hospital, whatever the group: about a day of it. When everything has become
 * slower, all groups are late alike, and this many tell it days before each group's own scores would.
 */
const recentScores = 100;
/** As many of the scores of all states count as one group's own. */
const pooledWeight = 40;
/** As many normal ones count as those of all states. */
const normalWeight = 40;
/** The ends of what eight in ten lie between, of a normal error. */
export const unfitted: QuantilesOf = { q10: -1.28, q50: 0, q90: 1.28 };
/**
 * Whoever is read while a break is overdue sits behind a visit that is unusually long already, and few are
 * there to learn it from: by so many deviations later is the upper end until they are (decision 080).
 */
const overdueLater = 1.5;
/**
 * A little further out than nine in ten: the days to come are never quite like those of the past, and of
 * quantiles aimed at exactly that somewhat fewer would be kept (decision 080).
 */
const aim = { q10: 0.085, q90: 0.908 };
const bounds = { least: -2.5, most: 4 };
/** How far a quantile moves from one fitting to the next, an hour later, deviations. */
const longestStep = 0.25;
/** As many absences and lines as are taken for granted before any was seen. */
const supposed = { absent: 8, seen: 100 };
/** Minutes of waiting that count as having seen nobody being put in front. */
const supposedWaiting = 600;
/** Of a consultation nobody has timed, and the visits it is worth. */
const supposedSpread = { squaredVariation: 0.65, visits: 60 };

export const defaultFit: WaitFit = {
  byState: fittedTo((group) => bucketStarts.map(() => inState(group, unfitted))),
  absentShare: supposed.absent / supposed.seen,
  fronts: Array.from({ length: 24 }, () => 0),
  spread: spreadOf(supposedSpread.squaredVariation),
  usualStarts: supposedStarts,
};

/** The number of the group with so many visits ahead. */
export function bucketOf(visits: number): number {
  return bucketStarts.findLastIndex((start) => visits >= start);
}

/** What came of a promise, in deviations later than forecast, and its group. */
export interface Score {
  readonly group: StateGroup;
  readonly bucket: number;
  readonly score: number;
  /** Ended without a call: it would have come later than this. */
  readonly isOpen: boolean;
}

/**
 * The ranges of a hospital, from its latest scores, the newest first. From those `before` they move by
 * a step at most: nothing that is told jumps because others were called [INV-16].
 */
export function fitRanges(
  latest: readonly Score[],
  before: WaitFit['byState'],
): WaitFit['byState'] {
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

function wantedRanges(latest: readonly Score[]): WaitFit['byState'] {
  const ofAll = bucketStarts.map((): Score[] => []);
  const own = fittedTo(() => bucketStarts.map((): Score[] => []));
  for (const score of latest) {
    const pooled = ofAll[score.bucket];
    const alone = own[score.group][score.bucket];
    if (pooled !== undefined && pooled.length < 2 * scoresKept) pooled.push(score);
    if (alone !== undefined && alone.length < scoresKept) alone.push(score);
  }
  const pooled = ofAll.map((scores) => drawnTo(unfitted, normalWeight, scores));
  const fitted = fittedTo((group) =>
    own[group].map((scores, bucket) =>
      drawnTo(inState(group, pooled[bucket] ?? unfitted), pooledWeight, scores),
    ),
  );
  return followRecent(fitted, latest.slice(0, recentScores));
}

/** What is usual, as it is in a state of which little is known. */
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

/** The quantiles of some scores, as far as they are many. */
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

/** Moves every upper end so that nine in ten of the hospital's latest promises would have been kept. */
function followRecent(fitted: WaitFit['byState'], recent: readonly Score[]): WaitFit['byState'] {
  if (recent.length < recentScores) return fitted;
  const beyond = recent.map((one) => ({
    ...one,
    score: one.score - (fitted[one.group][one.bucket] ?? unfitted).q90,
  }));
  const shift = quantile(inOrder(beyond), aim.q90);
  return fittedTo((group) =>
    fitted[group].map((quantiles) => ({ ...quantiles, q90: within(quantiles.q90 + shift) })),
  );
}

/** The share of absent ones among those who left a line, drawn towards the supposed one. */
export function fitAbsentShare(absent: number, seen: number): number {
  return Math.min(0.5, (supposed.absent + absent) / (supposed.seen + seen));
}

/** Of one hour of the day: how often somebody who waited was passed, and for how many minutes all waited. */
export interface PassedInHour {
  readonly hour: number;
  readonly passed: number;
  readonly waited: number;
}

/** How many a minute are put in front of one who waits, by hour of the day. */
export function fitFronts(hours: readonly PassedInHour[]): number[] {
  return Array.from({ length: 24 }, (_, hour) => {
    const own = hours.find((one) => one.hour === hour);
    return own === undefined ? 0 : own.passed / (supposedWaiting + own.waited);
  });
}

/** The spread of the lengths of consultations, from their squared variation and how many it rests on. */
export function fitSpread(squaredVariation: number, visits: number): number {
  const { squaredVariation: supposed, visits: weight } = supposedSpread;
  return spreadOf((weight * supposed + visits * squaredVariation) / (weight + visits));
}

/** Of a lognormal length with this squared coefficient of variation. */
function spreadOf(squaredVariation: number): number {
  return Math.sqrt(Math.log(1 + squaredVariation));
}

/** Scores by size; of equal ones those that came to a call first. */
export interface SortedScores {
  readonly scores: Float64Array;
  /** For each whether it would have come later; undefined where none would. */
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
 * The conformal quantile, the (n + 1)·share-th smallest, where some scores are only known to lie
 * beyond a value: each such one counts for those above it (Kaplan & Meier 1958).
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
  return Math.min(bounds.most, Math.max(bounds.least, score));
}
