/**
 * What kept promises teach of the range: the conformal quantiles of how far off earlier predictions
 * were, by the number of people ahead [QST-12].
 */

/** Quantiles of (actual − predicted) / standard deviation. */
export interface ScoreQuantiles {
  readonly q50: number;
  readonly q90: number;
}

/** What a hospital's past promises and lines taught. */
export interface WaitFit {
  /** One for each of `bucketStarts`. */
  readonly quantiles: readonly ScoreQuantiles[];
  /** Share of those in a line who are not there when it is their turn. */
  readonly absentShare: number;
}

/** Fewest people ahead in each group that is fitted alone: 0–1, 2–4, 5–9, 10 and more. */
export const bucketStarts = [0, 2, 5, 10] as const;
/** The latest scores of each group that count: some 1,500 of a hospital. */
export const scoresKept = 375;
/** Fewer of a group say nothing yet. */
const fewestScores = 60;
/** The upper end of what nine in ten stay below, of a normal error. */
const unfitted: ScoreQuantiles = { q50: 0, q90: 1.28 };
/** Below -1 a range could begin earlier for somebody further back [INV-11]. */
const bounds = { least: -1, most: 4 };
/** As many absences and lines as are taken for granted before any was seen. */
const supposed = { absent: 8, seen: 100 };

export const defaultFit: WaitFit = {
  quantiles: bucketStarts.map(() => unfitted),
  absentShare: supposed.absent / supposed.seen,
};

/** The number of the group with so many ahead. */
export function bucketOf(ahead: number): number {
  return bucketStarts.findLastIndex((start) => ahead >= start);
}

/** The quantiles of a group's scores; the normal ones before there are 60. */
export function fitQuantiles(scores: readonly number[]): ScoreQuantiles {
  if (scores.length < fewestScores) return unfitted;
  const sorted = scores.toSorted((a, b) => a - b);
  return { q50: quantile(sorted, 0.5), q90: quantile(sorted, 0.9) };
}

/** The share of absent ones among those who left a line, drawn towards the supposed one. */
export function fitAbsentShare(absent: number, seen: number): number {
  return Math.min(0.5, (supposed.absent + absent) / (supposed.seen + seen));
}

/** The conformal quantile: the (n + 1)·share-th smallest, within bounds. */
function quantile(sorted: readonly number[], share: number): number {
  const rank = Math.min(sorted.length, Math.ceil((sorted.length + 1) * share));
  const score = sorted[rank - 1] ?? 0;
  return Math.min(bounds.most, Math.max(bounds.least, score));
}
