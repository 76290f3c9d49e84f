import { getDayEnd } from '@baari/contract/hospital/day-end.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

/** What of the hospital's day is still open, and when it ends: read anew each time it is looked at [DAY-1]. */
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
