/** Who works at the own hospital, and the own wish to join one [JOINH-2, ROLE-8]. */
import { getOwnApplication, getTeam } from '@baari/contract/team.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

const minute = 60_000;

/** Nothing live tells of join requests: they are asked for again by the clock. */
export const teamRefreshMs = minute;

/** For administrators: members, pending join requests and open invitations. */
export function teamQuery() {
  return queryOptions({
    queryKey: ['team'],
    queryFn: ({ signal }) => call(getTeam, { signal }),
    staleTime: minute / 2,
  });
}

/** The own latest join request; null when there is none. */
export function ownApplicationQuery() {
  return queryOptions({
    queryKey: ['own-application'],
    queryFn: async ({ signal }) => {
      const { request } = await call(getOwnApplication, { signal });
      return request;
    },
    staleTime: minute / 2,
  });
}
