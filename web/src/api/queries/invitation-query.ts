import { readInvitation } from '@baari/contract/account/team.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

/**
 * The query for the data of an invitation. It is fetched only once per page, because accepting ends
 * the invitation [ROLE-8].
 */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(readInvitation, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
