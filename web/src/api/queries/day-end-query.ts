import { getDayEnd } from '@baari/contract/hospital/day-end.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

/**
 * The query for the time at which the hospital's day ends and the queue entries that are still
 * open. It is fetched again each time it is shown [DAY-1].
 */
export function dayEndQuery() {
  return queryOptions({
    queryKey: ['hospital', 'day-end'],
    queryFn: async ({ signal }) => {
      const { dayEnd } = await call(getDayEnd, { signal });
      return dayEnd;
    },
    staleTime: 0,
    gcTime: 0,
  });
}
