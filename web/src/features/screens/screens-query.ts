import { listScreens } from '@baari/contract/hospital/screen.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/**
 * The hospital's screens. An open screen reports to the server every minute, so the list is polled
 * every minute.
 */
export function screensQuery() {
  return queryOptions({
    queryKey: ['screens'],
    queryFn: ({ signal }) => call(listScreens, { signal }),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
}
