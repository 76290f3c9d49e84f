/** What a hospital may show of itself: who vouches for it, and what may take that away [SEC-20]. */
import { type Claim, claimsOf } from './claims.rules.ts';
import {
  type Essentials,
  type Features,
  featuresOf,
  isAnotherName,
  type Likeness,
  likenesses,
} from './resembles.rules.ts';

/** How a hospital stands with the installation's operator. */
export interface Standing {
  readonly isConfirmed: boolean;
  /** It resembles a confirmed one, or its name claims to be more, and the operator has not looked. */
  readonly isHeld: boolean;
}

export interface Reviewed extends Standing {
  readonly essentials: Essentials;
  /** As the operator last saw it; null: never. */
  readonly lookedAs: Essentials | null;
}

export interface Resemblance {
  readonly hospitalId: string;
  readonly likenesses: readonly Likeness[];
}

/** A confirmed hospital that another one may resemble. */
export interface Known {
  readonly hospitalId: string;
  readonly features: Features;
}

/** What makes a hospital look like these confirmed ones, as far as the operator has not seen it. */
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

/** What a hospital's name claims, as far as the operator has not seen it. */
export function newClaims({
  essentials,
  lookedAs,
}: Pick<Reviewed, 'essentials' | 'lookedAs'>): Claim[] {
  const seen = new Set(lookedAs === null ? [] : claimsOf(lookedAs.name));
  return claimsOf(essentials.name).filter((claim) => !seen.has(claim));
}

/**
 * How a hospital stands after it was written. What resembles a confirmed one, and what claims to be
 * more than a hospital, is held until the operator has looked; another name is not the one that the operator vouched for. A changed phone,
 * mail or place keeps the confirmation, and is shown to the operator.
 */
export function standingAfter(
  { essentials, lookedAs, isConfirmed }: Reviewed,
  resemblances: readonly Resemblance[],
): Standing {
  const isHeld = resemblances.length > 0 || newClaims({ essentials, lookedAs }).length > 0;
  if (isHeld) return { isConfirmed: false, isHeld };
  const isRenamed = lookedAs !== null && isAnotherName(lookedAs.name, essentials.name);
  return { isConfirmed: isConfirmed && !isRenamed, isHeld: false };
}

/** Which essentials are no longer as the operator saw them. */
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

/** Whether a save changes anything that the operator would have to look at. */
export function isEssentialChange(before: Essentials, after: Essentials): boolean {
  return essentialKeys.some((key) => before[key] !== after[key]);
}
