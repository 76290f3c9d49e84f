import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { openEntriesQuery } from '../../../api/queries/queries.ts';
import { byUrgencyToAct, isOpenEntry } from '../place/my-place.ts';

export const myQueuePath = '/patient/queue';

/**
 * The open queue entries of the account's people. Entries in which the patient must act soonest
 * come first.
 */
export function useOpenEntries(): readonly PatientEntry[] {
  const { data = [] } = useQuery(openEntriesQuery());
  return data.filter(isOpenEntry).toSorted(byUrgencyToAct);
}
