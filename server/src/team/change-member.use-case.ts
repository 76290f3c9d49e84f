import type { PatientsAnswer } from '@baari/contract/doctor/doctor.ts';
import type { TeamMember } from '@baari/contract/account/team.ts';
import type { ReassignPatients } from '../doctors/leaving/reassign-patients.ts';
import { lockMembership } from '../identity/sessions/membership-lock.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
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
 * Makes a receptionist an administrator, or an administrator a receptionist. Refuses to demote the
 * last administrator [JOINH-2].
 */
export function changeMemberRole(
  context: MemberContext,
  userId: string,
  role: 'receptionist' | 'hospital_admin',
): Promise<Result<{ member: TeamMember }>> {
  return withMember(context, userId, noLine, async (tx, member, { standing }) => {
    const allowed = mayChangeRole(standing, role);
    if (!allowed.ok) return allowed;
    await updateMemberRole(tx, { hospitalId: member.hospital_id, userId }, role);
    // A receptionist must not invite staff, so the person's open invitations end.
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

/** Functions of other features that run when a member leaves the team. */
export interface LeavingTies {
  readonly reassignPatients: ReassignPatients;
  /** Mails the administrators which working API keys the member made. */
  readonly tellOfKeys: (
    tx: Queryable,
    leaver: { readonly hospitalId: string; readonly userId: string; readonly name: string },
    now: Date,
  ) => Promise<void>;
}

/**
 * Ends a member's work at this hospital with all access: their next request has only a patient's
 * rights, and their streams end [SEC-6]. A doctor's record stays, Offline. In the same transaction,
 * the entries of the doctor's waiting patients are kept, moved to a colleague or closed. A patient
 * with the doctor stays [DAY-2].
 */
export function removeMember(
  context: MemberContext,
  userId: string,
  patients: PatientsAnswer | undefined,
  { reassignPatients: seeing, tellOfKeys }: LeavingTies,
): Promise<Result<{ member: TeamMember }>> {
  const lockMemberLine: LockLine = (tx, doctorId) => seeing.lock(tx, context, doctorId, patients);
  return withMember(context, userId, lockMemberLine, async (tx, member, { standing, seeTo }) => {
    const allowed = mayRemove(standing);
    if (!allowed.ok) return allowed;
    const { hospital_id: hospitalId, doctor_id: doctorId } = member;
    const ending = { by: context.actor.userId, at: context.clock.now() };
    await seeTo(ending.at);
    await endRight(tx, { hospitalId, userId, doctorId }, ending);
    // A deactivated doctor needs no such mail: only administrators make keys.
    await tellOfKeys(tx, { hospitalId, userId, name: member.name }, ending.at);
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
 * Locks a doctor's line; may refuse. Returns a function that then keeps the entries of the waiting
 * patients, moves them to another doctor, or closes them.
 */
type LockLine = (tx: Queryable, doctorId: string) => Promise<Result<(now: Date) => Promise<void>>>;

const nothingToDo = () => Promise.resolve();

/**
 * Used for changes that do not affect the waiting patients. Locks only the doctor's own line,
 * because the member's role depends on the doctor.
 */
const noLine: LockLine = async (tx, doctorId) => {
  await lockLine(tx, doctorId);
  return ok(nothingToDo);
};

interface Found {
  readonly standing: Standing;
  /** Leaves the entries of a removed doctor's waiting patients, moves them to a colleague, or ends them. */
  readonly seeTo: (now: Date) => Promise<void>;
}

async function withMember<T>(
  { db, actor }: MemberContext,
  userId: string,
  lockMemberLine: LockLine,
  work: (tx: Queryable, member: MemberRow, found: Found) => Promise<Result<T>>,
): Promise<Result<T>> {
  const found = await findMember(db, actor.hospitalId, userId);
  if (found === undefined) return refuse('not_found');
  return db.transaction(async (tx) => {
    // The locks are taken first, before a transaction id is assigned. The doctor to lock is known
    // by then, because the link between a member and a doctor never changes.
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
