/**
 * A hospital's verification status: its confirmation by the operator, and which changes withdraw it
 * [SEC-20].
 */
import { type Claim, claimsOf } from './claims.rules.ts';
import {
  type Essentials,
  type Features,
  featuresOf,
  isAnotherName,
  type Likeness,
  likenesses,
} from './resembles.rules.ts';

/** A hospital's verification status. */
export interface Verification {
  readonly isConfirmed: boolean;
  /**
   * Whether the hospital is hidden until the operator has reviewed it: it resembles a confirmed
   * hospital, or its name claims to be this product or a state institution.
   */
  readonly isHeld: boolean;
}

export interface Reviewed extends Verification {
  readonly essentials: Essentials;
  /** The identifying data at the operator's last review; null without a review. */
  readonly lookedAs: Essentials | null;
}

export interface Resemblance {
  readonly hospitalId: string;
  readonly likenesses: readonly Likeness[];
}

/** A confirmed hospital that another hospital may resemble. */
export interface Known {
  readonly hospitalId: string;
  readonly features: Features;
}

/** Resemblances to these confirmed hospitals that the operator has not reviewed. */
export function newResemblances(
  { essentials, lookedAs }: Pick<Reviewed, 'essentials' | 'lookedAs'>,
  known: readonly Known[],
): Resemblance[] {
  const now = featuresOf(essentials);
  const then = lookedAs === null ? undefined : featuresOf(lookedAs);
  return known.flatMap(({ hospitalId, features }) => {
    const seen = new Set(then === undefined ? [] : likenesses(then, features));
    const found = likenesses(now, features).filter((likeness) => !seen.has(likeness));
    return found.length === 0 ? [] : [{ hospitalId, likenesses: found }];
  });
}

/** Claims of a hospital's name that the operator has not reviewed. */
export function newClaims({
  essentials,
  lookedAs,
}: Pick<Reviewed, 'essentials' | 'lookedAs'>): Claim[] {
  const seen = new Set(lookedAs === null ? [] : claimsOf(lookedAs.name));
  return claimsOf(essentials.name).filter((claim) => !seen.has(claim));
}

/**
 * The verification status after a save. A hospital that resembles a confirmed one, or whose name
 * claims to be this product or a state institution, is hidden until the operator reviews it. A
 * hospital that changes its name loses its confirmation. If only the phone, mail or place changes,
 * the confirmation stays, and the operator is shown the change.
 */
export function verificationAfter(
  { essentials, lookedAs, isConfirmed }: Reviewed,
  resemblances: readonly Resemblance[],
): Verification {
  const isHeld = resemblances.length > 0 || newClaims({ essentials, lookedAs }).length > 0;
  if (isHeld) return { isConfirmed: false, isHeld };
  const isRenamed = lookedAs !== null && isAnotherName(lookedAs.name, essentials.name);
  return { isConfirmed: isConfirmed && !isRenamed, isHeld: false };
}

/** The identifying data that changed since the operator's review. */
export function changedSinceLooked({
  essentials,
  lookedAs,
}: Pick<Reviewed, 'essentials' | 'lookedAs'>): (keyof Essentials)[] {
  if (lookedAs === null) return [];
  return essentialKeys.filter((key) => essentials[key] !== lookedAs[key]);
}

const essentialKeys = [
  'name',
  'phone',
  'email',
  'address',
  'city',
  'zipCode',
  'latitude',
  'longitude',
] as const satisfies readonly (keyof Essentials)[];

/** Whether a save changes anything that the operator must review. */
export function isEssentialChange(before: Essentials, after: Essentials): boolean {
  return essentialKeys.some((key) => before[key] !== after[key]);
}
