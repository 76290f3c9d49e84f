import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { siteSentWithPage } from '../site-sent.ts';

/**
 * The installation's public settings; a separate module, because the landing page needs no other
 * query.
 */
export function siteQuery() {
  return queryOptions({
    queryKey: ['site'],
    queryFn: async ({ signal }) => {
      const { getSite: endpoint } = await import('@baari/contract/hospital/site.ts');
      return call(endpoint, { signal });
    },
    initialData: siteSentWithPage,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
