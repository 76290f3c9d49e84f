/** Reviews a hospital that was created or changed, in the same transaction [SEC-20]. */
import type { Queryable } from '../platform/database/database.ts';
import type { Claim } from './claims.rules.ts';
import { featuresOf } from './resembles.rules.ts';
import {
  type Known,
  newClaims,
  newResemblances,
  type Resemblance,
  type Reviewed,
  type Verification,
  verificationAfter,
} from './verification.rules.ts';
import {
  findVerification,
  type Listing,
  listConfirmed,
  saveVerification,
} from './verification.store.ts';

/** How many hospitals are compared at once; more would block the event loop too long. */
const pageSize = 200;

export interface Review {
  readonly before: Verification;
  readonly after: Verification;
  readonly resemblances: readonly Resemblance[];
  readonly claims: readonly Claim[];
}

/**
 * Updates a hospital's verification status: hides it until review, shows it again, or withdraws its
 * confirmation. The caller has the lock that orders all reviews.
 */
export async function reviewVerification(
  tx: Queryable,
  hospitalId: string,
  listing: Listing,
  now: Date,
): Promise<Review> {
  const before = await findVerification(tx, hospitalId);
  if (before === undefined) throw new Error('The hospital to review cannot be read.');
  const resemblances = await resemblancesOf(tx, hospitalId, before);
  const after = verificationAfter(before, resemblances);
  await saveVerification(tx, hospitalId, after, listing, now);
  return { before, after, resemblances, claims: newClaims(before) };
}

/**
 * Confirmed hospitals that this hospital resembles, without the resemblances that the operator has
 * already reviewed.
 */
export async function resemblancesOf(
  db: Queryable,
  hospitalId: string,
  hospital: Pick<Reviewed, 'essentials' | 'lookedAs'>,
): Promise<Resemblance[]> {
  const found: Resemblance[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await listConfirmed(db, after, pageSize);
    const known: Known[] = page
      .filter(({ id }) => id !== hospitalId)
      .map(({ id, essentials }) => ({ hospitalId: id, features: featuresOf(essentials) }));
    found.push(...newResemblances(hospital, known));
    if (page.length < pageSize) return found;
    after = page.at(-1)?.id;
  }
}
