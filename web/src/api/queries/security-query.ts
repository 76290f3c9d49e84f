import { getOwnSecurity } from '@baari/contract/account/identity.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

export type OwnSecurity = ReplyOf<typeof getOwnSecurity>;

/**
 * The query for the user's sign-in methods and whether the hospital requires a second factor. It is
 * fetched again each time it is shown.
 */
export function securityQuery() {
  return queryOptions({
    queryKey: ['identity', 'security'],
    queryFn: ({ signal }) => call(getOwnSecurity, { signal }),
    staleTime: 0,
  });
}
