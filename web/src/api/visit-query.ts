/** What a patient's page and the live events know of lines and visits: apart from the reads of staff. */
import { getJourney } from '@baari/contract/journey.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queueRoot } from './queries.ts';

const second = 1000;

/** Of the shared lines of the signed-in user's hospital. */
export const linesKey = [...queueRoot, 'lines'] as const;

/** Of every hospital. */
export const homeLines = [...queueRoot, 'home-lines'] as const;

/** The stops of the visit that an entry belongs to [LINE-4]. */
export function journeyQuery(entryId: string) {
  return queryOptions({
    queryKey: [...queueRoot, 'journey', entryId],
    queryFn: async ({ signal }) => {
      const { journey } = await call(getJourney, { params: { id: entryId }, signal });
      return journey;
    },
    staleTime: 10 * second,
    gcTime: 600 * second,
  });
}
