import { listScreens } from '@baari/contract/hospital/screen.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** Screens report every minute that they are open, so the list polls as often. */
export function screensQuery() {
  return queryOptions({
    queryKey: ['screens'],
    queryFn: ({ signal }) => call(listScreens, { signal }),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
}
