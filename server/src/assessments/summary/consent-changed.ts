/** The effect of giving or withdrawing consent on summaries of answers [ASSESS-5, SEC-26]. */
import type { ConsentChanged } from '../../consent/save-consent.use-case.ts';
import { dueOfAccount, forgetOfAccount } from './summaries.store.ts';

/**
 * When a patient consents, the answers for upcoming visits become due for a summary. When a patient
 * withdraws consent, existing summaries are deleted.
 */
export const consentChanged: ConsentChanged = async (tx, change, now) => {
  if (change.purpose !== 'summaries') return;
  const { accountId, hospitalId } = change;
  if (change.isGiven) await dueOfAccount(tx, accountId, hospitalId, now);
  else await forgetOfAccount(tx, accountId, hospitalId);
};
