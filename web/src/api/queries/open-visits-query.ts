/**
 * The query for each open queue entry: the number of answered questions, emergency alerts, and how
 * often the waits shown for the doctor were right [ASSESS-2, QST-12].
 */
import { listOpenVisits } from '@baari/contract/visit/open-visits.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { queueFreshness } from './queries.ts';
import { takeAnswerSent } from '../sent-with-page.ts';

export const openVisitsRoot = ['open-visits'] as const;

/**
 * The query for how many questions are answered, for each open queue entry on My Queue. It is
 * fetched again when another queue entry opens; `entryIds` are in the order of the entries.
 */
export function openVisitsQuery(entryIds: readonly string[]) {
  return queryOptions({
    queryKey: [...openVisitsRoot, ...entryIds],
    queryFn: async ({ signal }) => {
      const { visits } = await call(listOpenVisits, { signal });
      return visits;
    },
    initialData: () => takeAnswerSent(listOpenVisits)?.visits,
    ...queueFreshness,
  });
}
