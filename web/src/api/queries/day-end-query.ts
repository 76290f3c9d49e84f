import { getDayEnd } from '@baari/contract/hospital/day-end.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

/** The open entries of the hospital's day and its end; refetched at each view [DAY-1]. */
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
