/**
 * New or follow-up: the length of each kind as a multiple of the usual visit, measured by hospital
 * and doctor and shrunk towards 1. If kinds are alike or unknown, nothing changes [QST-12].
 */
import type { VisitKind } from '@baari/contract/constants.ts';
import { kindBounds, kindWeight } from './constants.rules.ts';

export type KindFactors = Readonly<Record<VisitKind, number>>;

/** One doctor's visits of one kind. */
export interface KindSum {
  readonly doctorId: string;
  readonly kind: VisitKind;
  readonly visits: number;
  /** Their total length, in means of that doctor's visits. */
  readonly means: number;
}

/** The factors of unmeasured kinds. */
export const alikeFactors: KindFactors = { new: 1, follow_up: 1 };

/** A hospital's factors; undefined where no kind was ever stated. */
export function factorsOfHospital(sums: readonly KindSum[]): KindFactors | undefined {
  if (sums.length === 0) return undefined;
  return factorsOf(sums, alikeFactors, kindWeight);
}

/** The same for one doctor, from the own visits. */
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
