import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { getSite } from '@baari/contract/site.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

type SiteReply = ReplyOf<typeof getSite>;

/** What the installation says about itself; fetched apart, as the front page needs nothing else of the contract. */
export function siteQuery() {
  return queryOptions({
    queryKey: ['site'],
    queryFn: async ({ signal }) => {
      const { getSite: endpoint } = await import('@baari/contract/site.ts');
      return call(endpoint, { signal });
    },
    initialData: sentWithPage,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The server writes the same answer into each page it sends, so that nothing moves when it arrives. */
function sentWithPage(): SiteReply | undefined {
  const text = document.getElementById('site')?.textContent;
  if (!text) return undefined;
  // oxlint-disable-next-line no-unsafe-return -- the server's tests check what it writes there
  return JSON.parse(text);
}
