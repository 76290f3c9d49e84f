/** Whether joining from elsewhere saves time at the hospital, and how sure that is [LAND-3]. */
import type { OnSiteClaim } from '@baari/contract/analytics.ts';

/** Visits of one kind to one doctor: their number, and mean and variance of the minutes on site. */
export interface OnSiteSample {
  readonly visits: number;
  readonly mean: number;
  readonly variance: number;
}

/** The two kinds at one doctor. */
export interface OnSitePair {
  readonly remote: OnSiteSample;
  readonly walkIn: OnSiteSample;
}

/** Before so many visits, and so many of each kind, a figure would be chance. */
export const fewestVisits = 400;
const fewestOfAKind = 100;
/** Standard deviations either side that hold 95 % of a normal error. */
const sureDeviations = 1.96;

/** How many visits are missing before the figure can be told. */
export function missingVisits(remote: number, walkIn: number): number {
  const ofKinds = Math.max(0, fewestOfAKind - remote) + Math.max(0, fewestOfAKind - walkIn);
  return Math.max(fewestVisits - remote - walkIn, ofKinds, 0);
}

/**
 * The share of time saved: each doctor's remote visits against the walk-ins to the same doctor,
 * weighted by the remote visits. Undefined when no doctor has both kinds.
 */
export function savedShare(pairs: readonly OnSitePair[]): OnSiteClaim['saved'] {
  const both = pairs.filter(({ remote, walkIn }) => remote.visits > 1 && walkIn.visits > 1);
  const total = sum(both.map(({ remote }) => remote.visits));
  if (total === 0) return null;
  const remoteMean = sum(both.map(({ remote }) => remote.visits * remote.mean)) / total;
  const walkInMean = sum(both.map(({ remote, walkIn }) => remote.visits * walkIn.mean)) / total;
  if (walkInMean <= 0 || remoteMean <= 0) return null;
  const remoteVariance =
    sum(both.map(({ remote }) => remote.visits * remote.variance)) / total ** 2;
  const walkInVariance =
    sum(both.map(({ remote, walkIn }) => (remote.visits ** 2 * walkIn.variance) / walkIn.visits)) /
    total ** 2;
  const ratio = remoteMean / walkInMean;
  // The delta method for a ratio of two independent means.
  const deviation =
    ratio * Math.sqrt(remoteVariance / remoteMean ** 2 + walkInVariance / walkInMean ** 2);
  return {
    share: 1 - ratio,
    lower: 1 - ratio - sureDeviations * deviation,
    upper: 1 - ratio + sureDeviations * deviation,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
