/**
 * The length of new visits and follow-ups, each as a multiple of the usual visit. Measured per
 * hospital and doctor, and shrunk towards 1. If the kinds take equally long or are unknown, the
 * forecast does not change [QST-12].
 */
import type { VisitKind } from '@baari/contract/constants.ts';
import { kindBounds, kindWeight } from './constants.rules.ts';

export type KindFactors = Readonly<Record<VisitKind, number>>;

/** One doctor's visits of one kind. */
export interface KindSum {
  readonly doctorId: string;
  readonly kind: VisitKind;
  readonly visits: number;
  /** The total length of these visits, as a multiple of the doctor's mean visit. */
  readonly means: number;
}

/** The factors used if no kind was measured: all kinds take equally long. */
export const alikeFactors: KindFactors = { new: 1, follow_up: 1 };

/** A hospital's length factors for the kinds of visits; undefined if no kind was ever stated. */
export function factorsOfHospital(sums: readonly KindSum[]): KindFactors | undefined {
  if (sums.length === 0) return undefined;
  return factorsOf(sums, alikeFactors, kindWeight);
}

/**
 * The length factors of one doctor for the kinds of visits, measured on that doctor's own visits.
 */
export function factorsOfDoctor(
  sums: readonly KindSum[],
  doctorId: string,
  ofHospital: KindFactors,
): KindFactors {
  const own = sums.filter((sum) => sum.doctorId === doctorId);
  return factorsOf(own, ofHospital, kindWeight);
}

function factorsOf(sums: readonly KindSum[], usual: KindFactors, weight: number): KindFactors {
  const factor = (kind: VisitKind) => {
    const ofKind = sums.filter((sum) => sum.kind === kind);
    const means = ofKind.reduce((sum, one) => sum + one.means, 0);
    const visits = ofKind.reduce((sum, one) => sum + one.visits, 0);
    const drawn = (weight * usual[kind] + means) / (weight + visits);
    return Math.min(kindBounds.most, Math.max(kindBounds.least, drawn));
  };
  return { new: factor('new'), follow_up: factor('follow_up') };
}
