import type { ConsentPurpose } from '@baari/contract/patient/consent.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isGiven } from './consent.rules.ts';
import { findSaid } from './consent.store.ts';

/** Whether an account consents to a hospital's purpose at this moment; check it before each use [SEC-26]. */
export async function hasConsent(
  db: Queryable,
  accountId: string,
  hospitalId: string,
  purpose: ConsentPurpose,
): Promise<boolean> {
  return isGiven(purpose, await findSaid(db, accountId, hospitalId, purpose));
}
