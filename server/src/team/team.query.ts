/** Reads the team for an administrator, and an applicant's own join request [JOINH-2]. */
import { maxPageSize } from '@baari/contract/constants.ts';
import type { QueryOf, ReplyOf } from '@baari/contract/endpoint.ts';
import type { getTeam as teamCall, JoinRequest } from '@baari/contract/account/team.ts';
import type { Actor } from '../platform/actor.ts';
import type { Context, StaffContext } from '../platform/context.ts';
import { pageOf } from '../platform/database/page.rules.ts';
import { ok, type Result } from '../platform/result.ts';
import {
  countTeam,
  findLatestRequestOf,
  listMembers,
  listOpenInvitations,
  listPendingRequests,
} from './team.store.ts';
import { invitationView, joinRequestView, memberView } from './team.view.ts';

type TeamWanted = QueryOf<typeof teamCall>;

/** Returns one page each of members, join requests and invitations, with totals [KEEP-9]. */
export async function getTeam(
  { db, actor: { hospitalId }, clock }: StaffContext,
  { membersAfter, requestsAfter, invitationsAfter }: TeamWanted,
): Promise<Result<ReplyOf<typeof teamCall>>> {
  const now = clock.now();
  const limit = maxPageSize + 1;
  const [allMembers, allRequests, allInvitations, total] = await Promise.all([
    listMembers(db, hospitalId, { after: membersAfter, limit }),
    listPendingRequests(db, hospitalId, { after: requestsAfter, limit }),
    listOpenInvitations(db, hospitalId, { after: invitationsAfter, limit }, now),
    countTeam(db, hospitalId, now),
  ]);
  const members = pageOf(allMembers, maxPageSize, (row) => row.user_id);
  const requests = pageOf(allRequests, maxPageSize, (row) => row.id);
  const invitations = pageOf(allInvitations, maxPageSize, (row) => row.doctor_id);
  return ok({
    members: members.rows.map(memberView),
    requests: requests.rows.map(joinRequestView),
    invitations: invitations.rows.map(invitationView),
    total,
    next: { members: members.next, requests: requests.next, invitations: invitations.next },
  });
}

export async function getOwnApplication({
  db,
  actor,
}: Context<Actor>): Promise<Result<{ request: JoinRequest | null }>> {
  const row = await findLatestRequestOf(db, actor.userId);
  return ok({ request: row === undefined ? null : joinRequestView(row) });
}
