import { defaultDepartment } from '@baari/contract/constants.ts';
import type { JoinRequest, TeamMember } from '@baari/contract/account/team.ts';
import { insertDoctor } from '../doctors/doctors.store.ts';
import { lockMembership } from '../identity/sessions/membership-lock.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { mailDecision } from './application-mails.ts';
import { mayApprove, roleFor } from './team.rules.ts';
import {
  decideRequest,
  deleteInvitation,
  findJoinRequest,
  findMember,
  lockUnclaimedDoctor,
  insertMember,
  type JoinRequestRow,
  lockTeam,
} from './team.store.ts';
import { joinRequestView, memberView } from './team.view.ts';

/**
 * Approves an applicant: gives the role that belongs to the title, and notifies the applicant
 * [JOINH-2].
 */
export async function approveApplication(
  context: MemberContext,
  id: string,
  publicUrl: string,
): Promise<Result<{ member: TeamMember }>> {
  const { db, actor, clock } = context;
  const { hospitalId } = actor;
  return db.transaction(async (tx) => {
    await lockTeam(tx, hospitalId);
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const request = await findJoinRequest(tx, id);
    if (request?.hospital_id !== hospitalId) return refuse('not_found');
    const allowed = mayApprove({ ...request, isEmailVerified: request.email_verified });
    if (!allowed.ok) return allowed;
    const now = clock.now();
    const role = roleFor(request.title);
    const claimed = role === 'doctor' ? await doctorFor(tx, request, now) : ok(null);
    if (!claimed.ok) return claimed;
    const doctorId = claimed.value;
    const isAdded = await insertMember(tx, {
      userId: request.user_id,
      hospitalId,
      role,
      title: request.title,
      doctorId,
    });
    if (!isAdded) return refuse('already_staff');
    await decideRequest(tx, id, { status: 'approved', by: actor.userId, at: now });
    await mailDecision(tx, request, { decision: 'approved' }, publicUrl, now);
    await recordAudit(tx, context, {
      action: 'approve applicant',
      details: { personId: request.user_id, from: 'patient', to: role },
    });
    const member = await findMember(tx, hospitalId, request.user_id);
    if (member === undefined) throw new Error('The member just written cannot be read.');
    return ok({ member: memberView(member) });
  });
}

/**
 * Finds the doctor with the applicant's email, or creates a doctor. Refuses a doctor who already
 * has an account or is deactivated. Withdraws an open invitation of the doctor.
 */
async function doctorFor(
  tx: Queryable,
  request: JoinRequestRow,
  now: Date,
): Promise<Result<string>> {
  const known = await lockUnclaimedDoctor(tx, request.hospital_id, request.email);
  if (known?.isDeactivated === true) return refuse('doctor_deactivated');
  if (known !== undefined) {
    await deleteInvitation(tx, known.id);
    return ok(known.id);
  }
  const given = {
    name: request.name,
    email: request.email,
    phone: request.phone,
    specialty: 'Other' as const,
    department: request.department === '' ? defaultDepartment : request.department,
  };
  const made = await insertDoctor(tx, request.hospital_id, given, now);
  return made === undefined ? refuse('doctor_has_account') : ok(made);
}

/** Refuses an applicant and notifies them with the reason [JOINH-2]. */
export async function rejectApplication(
  context: MemberContext,
  id: string,
  reason: string,
  publicUrl: string,
): Promise<Result<{ request: JoinRequest }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    await lockTeam(tx, actor.hospitalId);
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const request = await findJoinRequest(tx, id);
    if (request?.hospital_id !== actor.hospitalId) return refuse('not_found');
    if (request.status !== 'pending') return refuse('join_request_decided');
    const now = clock.now();
    await decideRequest(tx, id, { status: 'rejected', by: actor.userId, at: now, reason });
    await mailDecision(tx, request, { decision: 'rejected', reason }, publicUrl, now);
    await recordAudit(tx, context, {
      action: 'reject applicant',
      details: { personId: request.user_id },
    });
    const decided = { ...request, status: 'rejected', decision_reason: reason || null } as const;
    return ok({ request: joinRequestView(decided) });
  });
}
