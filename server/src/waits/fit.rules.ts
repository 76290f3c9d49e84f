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
/**
 * The latest of the whole hospital, whatever the group: about a day of it. When everything has become
 * slower, all groups are late alike, and this many tell it days before each group's own scores would.
 */
export const recentScores = 100;
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
  return { q50: within(quantile(sorted, 0.5)), q90: within(quantile(sorted, 0.9)) };
}

/** A settled promise: how many deviations later than expected the call came, and its group. */
export interface Score {
  readonly bucket: number;
  readonly score: number;
}

/** The ranges of a hospital, from its latest scores, the newest first. */
export function fitRanges(latest: readonly Score[]): ScoreQuantiles[] {
  const fitted = bucketStarts.map((_, group) => {
    const own = latest.filter(({ bucket }) => bucket === group);
    return fitQuantiles(own.slice(0, scoresKept).map(({ score }) => score));
  });
  return followRecent(fitted, latest.slice(0, recentScores));
}

/** Moves every upper end so that nine in ten of the hospital's latest promises would have been kept. */
function followRecent(
  fitted: readonly ScoreQuantiles[],
  recent: readonly Score[],
): ScoreQuantiles[] {
  if (recent.length < recentScores) return [...fitted];
  const beyond = recent.map(({ bucket, score }) => score - (fitted[bucket] ?? unfitted).q90);
  const shift = quantile(
    beyond.toSorted((a, b) => a - b),
    0.9,
  );
  return fitted.map(({ q50, q90 }) => ({ q50, q90: within(q90 + shift) }));
}

/** The share of absent ones among those who left a line, drawn towards the supposed one. */
export function fitAbsentShare(absent: number, seen: number): number {
  return Math.min(0.5, (supposed.absent + absent) / (supposed.seen + seen));
}

/** The conformal quantile: the (n + 1)·share-th smallest. */
function quantile(sorted: readonly number[], share: number): number {
  const rank = Math.min(sorted.length, Math.ceil((sorted.length + 1) * share));
  return sorted[rank - 1] ?? 0;
}

function within(score: number): number {
  return Math.min(bounds.most, Math.max(bounds.least, score));
}
