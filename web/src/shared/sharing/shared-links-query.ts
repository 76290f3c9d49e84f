import { listSharedLinks } from '@baari/contract/visit/shared-place.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queueFreshness } from '../../api/queries/queries.ts';
import { sharedLinksKey } from '../../api/queries/visit-keys.ts';

/** The active shared links of an entry's visit [ARR-7]. */
export function sharedLinksQuery(entryId: string) {
  return queryOptions({
    queryKey: sharedLinksKey(entryId),
    queryFn: ({ signal }) => call(listSharedLinks, { params: { id: entryId }, signal }),
    ...queueFreshness,
  });
}
