/** The query for a visit of several steps, for patients and staff. */
import { getJourney } from '@baari/contract/lines/journey.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { journeyKey } from './visit-keys.ts';

const second = 1000;

/** The query for the steps of the visit to which a queue entry belongs [LINE-4]. */
export function journeyQuery(entryId: string) {
  return queryOptions({
    queryKey: journeyKey(entryId),
    queryFn: async ({ signal }) => {
      const { journey } = await call(getJourney, { params: { id: entryId }, signal });
      return journey;
    },
    staleTime: 10 * second,
    gcTime: 600 * second,
  });
}
