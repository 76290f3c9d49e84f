/** The query of the follow-up of a visit, for staff [CONS-2]. */
import { getFollowUp } from '@baari/contract/visit/follow-up.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queueFreshness } from '../../api/queries/queries.ts';
import { followUpKey } from '../../api/queries/visit-keys.ts';

/** The follow-up that was set at a queue entry. */
export function followUpQuery(entryId: string) {
  return queryOptions({
    queryKey: followUpKey(entryId),
    queryFn: ({ signal }) => call(getFollowUp, { params: { id: entryId }, signal }),
    ...queueFreshness,
  });
}
