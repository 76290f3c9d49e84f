import { defaultDepartment } from '@baari/contract/constants.ts';
import type { JoinRequest, TeamMember } from '@baari/contract/team.ts';
import { insertDoctor } from '../doctors/doctors.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { mayApprove, roleFor } from './team.rules.ts';
import {
  decideRequest,
  findJoinRequest,
  findMember,
  findUnclaimedDoctor,
  insertMember,
  type JoinRequestRow,
  lockTeam,
} from './team.store.ts';
import { joinRequestView, memberView } from './team.view.ts';

/** Lets an applicant in with the role that follows from the title [JOINH-2]. */
export async function approveApplication(
  { db, actor, clock }: StaffContext,
  id: string,
): Promise<Result<{ member: TeamMember }>> {
  const { hospitalId } = actor;
  return db.transaction(async (tx) => {
    await lockTeam(tx, hospitalId);
    const request = await findJoinRequest(tx, id);
    if (request?.hospital_id !== hospitalId) return refuse('not_found');
    const allowed = mayApprove({ ...request, isEmailVerified: request.email_verified });
    if (!allowed.ok) return allowed;
    const role = roleFor(request.title);
    const doctorId = role === 'doctor' ? await doctorFor(tx, request) : null;
    if (doctorId === undefined) return refuse('doctor_has_account');
    const isAdded = await insertMember(tx, {
      userId: request.user_id,
      hospitalId,
      role,
      title: request.title,
      doctorId,
    });
    if (!isAdded) return refuse('already_staff');
    await decideRequest(tx, id, 'approved', actor.userId, clock.now());
    const member = await findMember(tx, hospitalId, request.user_id);
    if (member === undefined) throw new Error('The member just written cannot be read.');
    return ok({ member: memberView(member) });
  });
}

/** The doctor of this email, made when the hospital has none; undefined when somebody is it. */
async function doctorFor(tx: Queryable, request: JoinRequestRow): Promise<string | undefined> {
  const known = await findUnclaimedDoctor(tx, request.hospital_id, request.email);
  if (known !== undefined) return known.id;
  return insertDoctor(tx, request.hospital_id, {
    name: request.name,
    email: request.email,
    phone: request.phone,
    specialty: 'Other',
    department: request.department === '' ? defaultDepartment : request.department,
  });
}

/** Turns an applicant down [JOINH-2]. */
export async function rejectApplication(
  { db, actor, clock }: StaffContext,
  id: string,
): Promise<Result<{ request: JoinRequest }>> {
  return db.transaction(async (tx) => {
    await lockTeam(tx, actor.hospitalId);
    const request = await findJoinRequest(tx, id);
    if (request?.hospital_id !== actor.hospitalId) return refuse('not_found');
    if (request.status !== 'pending') return refuse('join_request_decided');
    await decideRequest(tx, id, 'rejected', actor.userId, clock.now());
    return ok({ request: joinRequestView({ ...request, status: 'rejected' }) });
  });
}
