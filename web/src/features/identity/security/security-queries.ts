import { listOwnSessions, listSecurityEvents } from '@baari/contract/account/identity.ts';
import { queryOptions } from '@tanstack/react-query';
import { identityCall } from '../../../api/identity.ts';
import { call } from '../../../api/client.ts';

const root = ['identity'] as const;

/**
 * Root of the query keys of all security queries. Every security change fetches all of them again,
 * because it also adds a security event.
 */
export const ownSecurityKey = root;

/** The devices on which the user is signed in. This device comes first. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: [...root, 'sessions'],
    queryFn: async ({ signal }) => {
      const { sessions } = await call(listOwnSessions, { signal });
      return sessions;
    },
    staleTime: 0,
  });
}

export interface OwnPasskey {
  readonly id: string;
  readonly name: string;
  readonly addedAt: string;
}

export function passkeysQuery() {
  return queryOptions({
    queryKey: [...root, 'passkeys'],
    queryFn: async (): Promise<readonly OwnPasskey[]> => {
      const { passkeys } = await identityCall('listPasskeys');
      return passkeys;
    },
    staleTime: 0,
  });
}

/** The latest security events of the account, the latest first. */
export function securityEventsQuery() {
  return queryOptions({
    queryKey: [...root, 'events'],
    queryFn: async ({ signal }) => {
      const { events } = await call(listSecurityEvents, { signal });
      return events;
    },
    staleTime: 0,
  });
}
