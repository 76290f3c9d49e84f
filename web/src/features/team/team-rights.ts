/** What a title brings, and what an administrator can be offered to do [JOINH-2]. */
import type { StaffRole } from '@baari/contract/constants.ts';
import type { JoinableTitle, TeamMember } from '@baari/contract/account/team.ts';
import { byName } from '../../i18n/name-order.ts';

/** The rights an approval gives, said before it is given; the server decides. */
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

/** The role a member can be given instead; a doctor's cannot be changed. */
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

/** Administrators first, then doctors; by name within. */
export function inOrder(members: readonly TeamMember[]): TeamMember[] {
  return members.toSorted(
    (one, other) => rank[one.role] - rank[other.role] || byName(one.name, other.name),
  );
}
