import type { TeamMember } from '@baari/contract/team.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { mayChangeRole, mayRemove, type Standing } from './team.rules.ts';
import {
  countAdmins,
  deleteMember,
  findMember,
  lockTeam,
  type MemberRow,
  updateMemberRole,
} from './team.store.ts';
import { memberView } from './team.view.ts';

/** Makes a receptionist an administrator or the other way round; never the last one [JOINH-2]. */
export function changeMemberRole(
  context: StaffContext,
  userId: string,
  role: 'receptionist' | 'hospital_admin',
): Promise<Result<{ member: TeamMember }>> {
  return withMember(context, userId, async (tx, member, standing) => {
    const allowed = mayChangeRole(standing, role);
    if (!allowed.ok) return allowed;
    await updateMemberRole(tx, userId, role);
    return ok({ member: memberView({ ...member, role }) });
  });
}

/** Ends someone's work here: their next request is a patient's, their streams end [guarantees 6]. */
export function removeMember(
  context: StaffContext,
  userId: string,
): Promise<Result<{ member: TeamMember }>> {
  return withMember(context, userId, async (tx, member, standing) => {
    const allowed = mayRemove(standing);
    if (!allowed.ok) return allowed;
    await deleteMember(tx, userId);
    return ok({ member: memberView(member) });
  });
}

async function withMember<T>(
  { db, actor }: StaffContext,
  userId: string,
  work: (tx: Queryable, member: MemberRow, standing: Standing) => Promise<Result<T>>,
): Promise<Result<T>> {
  return db.transaction(async (tx) => {
    await lockTeam(tx, actor.hospitalId);
    const member = await findMember(tx, actor.hospitalId, userId);
    if (member === undefined) return refuse('not_found');
    const admins = await countAdmins(tx, actor.hospitalId);
    return work(tx, member, { role: member.role, admins });
  });
}
