/** What giving and taking back a consent means for summaries of answers [ASSESS-5, SEC-26]. */
import type { ConsentChanged } from '../../consent/save-consent.use-case.ts';
import { dueOfAccount, forgetOfAccount } from './summaries.store.ts';

/** Given, what was answered for visits to come is summed up; taken back, what was made of answers is gone. */
export const consentChanged: ConsentChanged = async (tx, change, now) => {
  if (change.purpose !== 'summaries') return;
  const { accountId, hospitalId } = change;
  if (change.isGiven) await dueOfAccount(tx, accountId, hospitalId, now);
  else await forgetOfAccount(tx, accountId, hospitalId);
};
