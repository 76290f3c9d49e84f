import {
  consentChangesShown,
  type HospitalConsents,
  type saveConsent as endpoint,
} from '@baari/contract/patient/consent.ts';
import type { BodyOf } from '@baari/contract/endpoint.ts';
import type { PatientContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { isGiven } from './consent.rules.ts';
import {
  findSaid,
  insertConsent,
  listChanges,
  listOwnHospitals,
  lockAccount,
  type NewConsent,
} from './consent.store.ts';
import { consentsView } from './consent.view.ts';

/** A function that is called when a patient changes a consent. It runs in the same transaction. */
export type ConsentChanged = (tx: Queryable, change: NewConsent, now: Date) => Promise<void>;

/**
 * Records a patient's decision on a consent and keeps the earlier decisions. Repeating the current
 * decision records nothing [SEC-26].
 */
export function saveConsent(
  { db, actor, clock }: PatientContext,
  hospitalId: string,
  { purpose, isGiven: wanted }: BodyOf<typeof endpoint>,
  hasChanged: ConsentChanged,
): Promise<Result<{ hospital: HospitalConsents }>> {
  const { userId: accountId } = actor;
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const [hospital] = await listOwnHospitals(tx, accountId, { limit: 1, hospitalId });
    if (hospital === undefined) return refuse('not_found');
    const said = await findSaid(tx, accountId, hospitalId, purpose);
    if (isGiven(purpose, said) !== wanted) {
      const given = { accountId, hospitalId, purpose, isGiven: wanted };
      await insertConsent(tx, given, clock.now());
      await hasChanged(tx, given, clock.now());
    }
    const changes = await listChanges(tx, accountId, [hospitalId], consentChangesShown);
    return ok({ hospital: consentsView(hospital, changes) });
  });
}
