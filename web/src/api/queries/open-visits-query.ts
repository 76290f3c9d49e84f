/** What My Queue shows beside the open places [ASSESS-2, QST-12]. */
import { listOpenVisits } from '@baari/contract/visit/open-visits.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { queueFreshness } from './queries.ts';
import { takeAnswerSent } from '../sent-with-page.ts';

export const openVisitsRoot = ['open-visits'] as const;

/**
 * What My Queue shows beside open places. Refetched when another place opens; `entryIds` are in the order of the
 * places.
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
