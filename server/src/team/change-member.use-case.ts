import type { PatientsAnswer } from '@baari/contract/doctor/doctor.ts';
import type { TeamMember } from '@baari/contract/account/team.ts';
import type { ReassignPatients } from '../doctors/leaving/reassign-patients.ts';
import { lockMembership } from '../identity/sessions/membership-lock.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { endRight } from './offboarding.ts';
import { endStaffInvitations } from './staff-invitation.store.ts';
import { mayChangeRole, mayRemove, type Standing } from './team.rules.ts';
import {
  countAdmins,
  findMember,
  lockTeam,
  type MemberRow,
  updateMemberRole,
} from './team.store.ts';
import { memberView } from './team.view.ts';

/**
 * Makes a receptionist an administrator or the other way round; never the last administrator
 * [JOINH-2].
 */
export function changeMemberRole(
  context: StaffContext,
  userId: string,
  role: 'receptionist' | 'hospital_admin',
): Promise<Result<{ member: TeamMember }>> {
  return withMember(context, userId, noLine, async (tx, member, { standing }) => {
    const allowed = mayChangeRole(standing, role);
    if (!allowed.ok) return allowed;
    await updateMemberRole(tx, { hospitalId: member.hospital_id, userId }, role);
    // Invitations sent as an administrator end with that role.
    if (role === 'receptionist') {
      await endStaffInvitations(tx, { hospitalId: member.hospital_id, userId });
    }
    await recordAudit(tx, context, {
      action: 'change role',
      details: { personId: userId, from: member.role, to: role },
    });
    return ok({ member: memberView({ ...member, role }) });
  });
}

/**
 * Ends somebody's work here with all access: their next request is a patient's, their streams end
 * [SEC-6]. A doctor's record stays, Offline. Waiting patients are kept, moved or closed in the same
 * transaction; a patient inside stays [DAY-2].
 */
export function removeMember(
  context: StaffContext,
  userId: string,
  patients: PatientsAnswer | undefined,
  seeing: ReassignPatients,
): Promise<Result<{ member: TeamMember }>> {
  const lockMemberLine: LockLine = (tx, doctorId) => seeing.lock(tx, context, doctorId, patients);
  return withMember(context, userId, lockMemberLine, async (tx, member, { standing, seeTo }) => {
    const allowed = mayRemove(standing);
    if (!allowed.ok) return allowed;
    const { hospital_id: hospitalId, doctor_id: doctorId } = member;
    const ending = { by: context.actor.userId, at: context.clock.now() };
    await seeTo(ending.at);
    await endRight(tx, { hospitalId, userId, doctorId }, ending);
    await recordAudit(tx, context, {
      action: 'remove member',
      details: {
        personId: userId,
        from: member.role,
        to: 'patient',
        ...(doctorId === null ? {} : { doctorId }),
      },
    });
    return ok({ member: memberView(member) });
  });
}

/**
 * Takes the locks of a doctor's line, and may refuse; returns the action on the waiting patients.
 */
type LockLine = (tx: Queryable, doctorId: string) => Promise<Result<(now: Date) => Promise<void>>>;

const nothingToDo = () => Promise.resolve();

/**
 * Takes no line's lock, for a change that leaves the line alone. The doctor is still locked, since the role depends on
 * the doctor.
 */
const noLine: LockLine = async (tx, doctorId) => {
  await lockLine(tx, doctorId);
  return ok(nothingToDo);
};

interface Found {
  readonly standing: Standing;
  /** The action on the waiting patients of a removed doctor. */
  readonly seeTo: (now: Date) => Promise<void>;
}

async function withMember<T>(
  { db, actor }: StaffContext,
  userId: string,
  lockMemberLine: LockLine,
  work: (tx: Queryable, member: MemberRow, found: Found) => Promise<Result<T>>,
): Promise<Result<T>> {
  const found = await findMember(db, actor.hospitalId, userId);
  if (found === undefined) return refuse('not_found');
  return db.transaction(async (tx) => {
    // Locks first, before a transaction id is assigned; a member's doctor never changes.
    const locked =
      found.doctor_id === null ? ok(nothingToDo) : await lockMemberLine(tx, found.doctor_id);
    await lockTeam(tx, actor.hospitalId);
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const member = await findMember(tx, actor.hospitalId, userId);
    if (member === undefined || member.doctor_id !== found.doctor_id) return refuse('not_found');
    if (!locked.ok) return locked;
    const admins = await countAdmins(tx, actor.hospitalId);
    return work(tx, member, {
      standing: { role: member.role, admins },
      seeTo: locked.value,
    });
  });
}
