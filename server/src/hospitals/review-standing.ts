/** Looks at a hospital that was founded or changed, in the transaction of that [SEC-20]. */
import type { Queryable } from '../platform/database/database.ts';
import type { Claim } from './claims.rules.ts';
import { featuresOf } from './resembles.rules.ts';
import {
  type Known,
  newClaims,
  newResemblances,
  type Resemblance,
  type Reviewed,
  type Standing,
  standingAfter,
} from './standing.rules.ts';
import { findStanding, type Listing, listConfirmed, saveStanding } from './standing.store.ts';

/** Compared at once: more would hold up whoever else is served. */
const pageSize = 200;

export interface Review {
  readonly before: Standing;
  readonly after: Standing;
  readonly resemblances: readonly Resemblance[];
  readonly claims: readonly Claim[];
}

/** Holds it, lets it go or takes its confirmation away; the caller holds the lock of all standings. */
export async function reviewStanding(
  tx: Queryable,
  hospitalId: string,
  listing: Listing,
  now: Date,
): Promise<Review> {
  const before = await findStanding(tx, hospitalId);
  if (before === undefined) throw new Error('The hospital to review cannot be read.');
  const resemblances = await resemblancesOf(tx, hospitalId, before);
  const after = standingAfter(before, resemblances);
  await saveStanding(tx, hospitalId, after, listing, now);
  return { before, after, resemblances, claims: newClaims(before) };
}

/** The confirmed hospitals that one resembles in a way which the operator has not seen. */
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
