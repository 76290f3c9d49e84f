/**
 * New or follow-up: as how many visits of the usual length one of a kind counts, learnt by hospital and
 * doctor and drawn to 1, so that where kinds are alike, or nobody says them, nothing changes [QST-12].
 */
import type { VisitKind } from '@baari/contract/constants.ts';

export type KindFactors = Readonly<Record<VisitKind, number>>;

/** Of one doctor's visits of one kind. */
export interface KindSum {
  readonly doctorId: string;
  readonly kind: VisitKind;
  readonly visits: number;
  /** How long they took in all, in means of that doctor's visits. */
  readonly means: number;
}

/** As many visits of the usual length as are taken for granted of each kind of a hospital. */
const hospitalWeight = 40;
/** As many of the hospital's as are taken for granted of each kind of a doctor. */
const doctorWeight = 40;
/** No kind counts as less, or as more. */
const bounds = { least: 0.4, most: 2.5 };

/** Of a kind nobody knows. */
export const alikeFactors: KindFactors = { new: 1, follow_up: 1 };

/** What the kinds of a hospital's visits are worth; undefined where nobody has said one. */
export function factorsOfHospital(sums: readonly KindSum[]): KindFactors | undefined {
  if (sums.length === 0) return undefined;
  return factorsOf(sums, alikeFactors, hospitalWeight);
}

/** The same of one doctor, as far as that doctor's own visits tell. */
export function factorsOfDoctor(
  sums: readonly KindSum[],
  doctorId: string,
  ofHospital: KindFactors,
): KindFactors {
  const own = sums.filter((sum) => sum.doctorId === doctorId);
  return factorsOf(own, ofHospital, doctorWeight);
}

function factorsOf(sums: readonly KindSum[], usual: KindFactors, weight: number): KindFactors {
  const factor = (kind: VisitKind) => {
    const ofKind = sums.filter((sum) => sum.kind === kind);
    const means = ofKind.reduce((sum, one) => sum + one.means, 0);
    const visits = ofKind.reduce((sum, one) => sum + one.visits, 0);
    const drawn = (weight * usual[kind] + means) / (weight + visits);
    return Math.min(bounds.most, Math.max(bounds.least, drawn));
  };
  return { new: factor('new'), follow_up: factor('follow_up') };
}
