import { getOwnSecurity } from '@baari/contract/account/identity.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

export type OwnSecurity = ReplyOf<typeof getOwnSecurity>;

/**
 * The user's sign-in methods, and whether the hospital requires a second factor; refetched at each
 * view.
 */
export function securityQuery() {
  return queryOptions({
    queryKey: ['identity', 'security'],
    queryFn: ({ signal }) => call(getOwnSecurity, { signal }),
    staleTime: 0,
  });
}
