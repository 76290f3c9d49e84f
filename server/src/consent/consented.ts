import type { ConsentPurpose } from '@baari/contract/patient/consent.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isGiven } from './consent.rules.ts';
import { findSaid } from './consent.store.ts';

/**
 * Whether an account consents at this moment to a hospital's use of data for a purpose. The calling
 * code checks this before each use [SEC-26].
 */
export async function hasConsent(
  db: Queryable,
  accountId: string,
  hospitalId: string,
  purpose: ConsentPurpose,
): Promise<boolean> {
  return isGiven(purpose, await findSaid(db, accountId, hospitalId, purpose));
}
