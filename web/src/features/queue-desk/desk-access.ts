/** Which actions the desk offers to whom; the server asks again [ROLE-2…4]. */
import type { SignedInUser } from '@baari/contract/identity.ts';

export interface DeskRights {
  /** Start and complete. */
  readonly consult: boolean;
  readonly markNoShow: boolean;
}

// The same objects each time, so that a row is drawn anew only when something in it changed.
const everything: DeskRights = { consult: true, markNoShow: true };
const noShowAlone: DeskRights = { consult: false, markNoShow: true };
const neither: DeskRights = { consult: false, markNoShow: false };

/** Everything else the desk does is open to all staff. */
export function rightsIn(
  doctorId: string,
  user: Pick<SignedInUser, 'role' | 'doctorId'> | null,
): DeskRights {
  switch (user?.role) {
    case 'hospital_admin':
      return everything;
    case 'doctor':
      return user.doctorId === doctorId ? everything : neither;
    case 'receptionist':
      return noShowAlone;
    case 'patient':
    case undefined:
      return neither;
  }
}
