import type { Language } from '@baari/contract/languages.ts';
import type { TextPageName } from '@baari/contract/hospital/site.ts';
import { getTextPage } from '@baari/contract/hospital/site.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

/**
 * The query for one of the installation's own text pages. The page changes only with a restart of
 * the server.
 */
export function textPageQuery(name: TextPageName, language: Language) {
  return queryOptions({
    queryKey: ['text-page', name, language],
    queryFn: async ({ signal }) => {
      const { page } = await call(getTextPage, { params: { name }, query: { language }, signal });
      return page;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
