import { getOwnSecurity } from '@baari/contract/account/identity.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

export type OwnSecurity = ReplyOf<typeof getOwnSecurity>;

/** How one signs in, and whether the hospital asks for a second step; read anew each time it is looked at. */
export function securityQuery() {
  return queryOptions({
    queryKey: ['identity', 'security'],
    queryFn: ({ signal }) => call(getOwnSecurity, { signal }),
    staleTime: 0,
  });
}
