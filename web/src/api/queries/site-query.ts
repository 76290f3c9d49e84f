import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { siteSentWithPage } from '../site-sent.ts';

/** What the installation says about itself; fetched apart, as the front page needs nothing else of the contract. */
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
