/** The role that a job title leads to, and the actions offered to an administrator [JOINH-2]. */
import type { StaffRole } from '@baari/contract/constants.ts';
import type { JoinableTitle, TeamMember } from '@baari/contract/account/team.ts';
import { byName } from '../../i18n/name-order.ts';

/**
 * The role that the applicant would get if the join request were approved. The page shows this role
 * in advance; the server decides.
 */
export function rightsOf(title: JoinableTitle): StaffRole {
  switch (title) {
    case 'doctor':
      return 'doctor';
    case 'admin':
      return 'hospital_admin';
    case 'nurse':
    case 'receptionist':
    case 'technician':
    case 'other':
      return 'receptionist';
  }
}

/**
 * The role to which an administrator can change a member's role; undefined for a doctor, whose role
 * cannot be changed.
 */
export function otherRole(role: StaffRole): 'receptionist' | 'hospital_admin' | undefined {
  switch (role) {
    case 'doctor':
      return undefined;
    case 'receptionist':
      return 'hospital_admin';
    case 'hospital_admin':
      return 'receptionist';
  }
}

const rank: Record<StaffRole, number> = { hospital_admin: 0, doctor: 1, receptionist: 2 };

/**
 * Sorts team members: administrators first, then doctors, then receptionists. Members with the same
 * role are sorted by name.
 */
export function inOrder(members: readonly TeamMember[]): TeamMember[] {
  return members.toSorted(
    (one, other) => rank[one.role] - rank[other.role] || byName(one.name, other.name),
  );
}
