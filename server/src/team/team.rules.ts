/**
 * Decides which role belongs to a job title, and which changes of a member are allowed. Pure
 * [JOINH-2].
 */
import type { JoinRequestStatus, StaffRole } from '@baari/contract/constants.ts';
import type { JoinableTitle } from '@baari/contract/account/team.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

const roleOfTitle: Record<JoinableTitle, StaffRole> = {
  doctor: 'doctor',
  admin: 'hospital_admin',
  nurse: 'receptionist',
  receptionist: 'receptionist',
  technician: 'receptionist',
  other: 'receptionist',
};

/**
 * The role that a job title gives: doctors become doctors, admins become administrators, and
 * everyone else becomes a receptionist.
 */
export function roleFor(title: JoinableTitle): StaffRole {
  return roleOfTitle[title];
}

export interface Standing {
  readonly role: StaffRole;
  /** The number of administrators of the hospital, including the member to change. */
  readonly admins: number;
}

/** Refuses to demote the hospital's last administrator, and to change a doctor's role. */
export function mayChangeRole(member: Standing, to: StaffRole): Result<void> {
  if (member.role === 'doctor') return refuse('doctor_role_fixed');
  return member.role === to ? ok(undefined) : mayLose(member);
}

export function mayRemove(member: Standing): Result<void> {
  return mayLose(member);
}

function mayLose({ role, admins }: Standing): Result<void> {
  return role === 'hospital_admin' && admins <= 1 ? refuse('last_admin') : ok(undefined);
}

/**
 * Refuses a request that was already decided, and an applicant with an unverified email [guarantees
 * 9].
 */
export function mayApprove(request: {
  readonly status: JoinRequestStatus;
  readonly isEmailVerified: boolean;
}): Result<void> {
  if (request.status !== 'pending') return refuse('join_request_decided');
  return request.isEmailVerified ? ok(undefined) : refuse('applicant_not_verified');
}
