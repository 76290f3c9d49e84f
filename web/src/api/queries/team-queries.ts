/** Queries about the hospital's team, and the user's own request to join one [JOINH-2, ROLE-8]. */
import { getOwnApplication, getTeam, listStaffInvitations } from '@baari/contract/account/team.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { everyPage, type Page } from './pages.ts';

const minute = 60_000;

/** The polling interval of the team's data, because no live event reports a request to join. */
export const teamRefreshMs = minute;

/** For administrators: members, pending join requests and open invitations. */
export function teamQuery() {
  return queryOptions({
    queryKey: ['team'],
    queryFn: ({ signal }) => readTeam(signal),
    staleTime: minute / 2,
  });
}

/** Invitations of receptionists and administrators; refetched whenever the team is. */
export function staffInvitationsQuery() {
  return queryOptions({
    queryKey: [...teamQuery().queryKey, 'staff-invitations'],
    queryFn: ({ signal }) =>
      everyPage(async (after) => {
        const query = after === undefined ? {} : { after };
        const page = await call(listStaffInvitations, { query, signal });
        return { rows: page.invitations, next: page.next };
      }),
    staleTime: minute / 2,
  });
}

/** Reads all members and invitations of the team, and the first page of join requests. */
async function readTeam(signal: AbortSignal) {
  const first = await call(getTeam, { signal });
  const members = await rest(first.next.members, async (membersAfter) => {
    const page = await call(getTeam, { query: { membersAfter }, signal });
    return { rows: page.members, next: page.next.members };
  });
  const invitations = await rest(first.next.invitations, async (invitationsAfter) => {
    const page = await call(getTeam, { query: { invitationsAfter }, signal });
    return { rows: page.invitations, next: page.next.invitations };
  });
  return {
    members: [...first.members, ...members],
    requests: first.requests,
    invitations: [...first.invitations, ...invitations],
    requestCount: first.total.requests,
  };
}

/** The rows after the first page; empty if it was the last. */
async function rest<Row>(
  next: string | null,
  read: (after: string) => Promise<Page<Row>>,
): Promise<Row[]> {
  return next === null ? [] : everyPage((after) => read(after ?? next));
}

/**
 * The query for the user's latest request to join a hospital; the result is null if the user made
 * no request.
 */
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
