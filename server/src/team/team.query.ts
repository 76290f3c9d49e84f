/** What an administrator reads of the team, and an applicant of the own request [JOINH-2]. */
import type { JoinRequest, OpenInvitation, TeamMember } from '@baari/contract/team.ts';
import type { Actor } from '../platform/actor.ts';
import type { Context, StaffContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import {
  findLatestRequestOf,
  listMembers,
  listOpenInvitations,
  listPendingRequests,
} from './team.store.ts';
import { invitationView, joinRequestView, memberView } from './team.view.ts';

export async function getTeam({
  db,
  actor,
  clock,
}: StaffContext): Promise<
  Result<{ members: TeamMember[]; requests: JoinRequest[]; invitations: OpenInvitation[] }>
> {
  const [members, requests, invitations] = await Promise.all([
    listMembers(db, actor.hospitalId),
    listPendingRequests(db, actor.hospitalId),
    listOpenInvitations(db, actor.hospitalId, clock.now()),
  ]);
  return ok({
    members: members.map(memberView),
    requests: requests.map(joinRequestView),
    invitations: invitations.map(invitationView),
  });
}

export async function getOwnApplication({
  db,
  actor,
}: Context<Actor>): Promise<Result<{ request: JoinRequest | null }>> {
  const row = await findLatestRequestOf(db, actor.userId);
  return ok({ request: row === undefined ? null : joinRequestView(row) });
}
