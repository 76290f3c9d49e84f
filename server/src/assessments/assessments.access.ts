/** Whose visit it is: the patient's own, or one of the staff's hospital; to everyone else there is none [ROLE-7]. */
import { type Actor, isStaff } from '../platform/actor.ts';

interface VisitOwners {
  readonly hospital_id: string;
  readonly account_id: string | null;
}

/** As an entry is seen, with what was written of symptoms: by its patient, and by the staff of that hospital. */
export function maySeeVisit(actor: Actor, visit: VisitOwners): boolean {
  return isStaff(actor)
    ? actor.hospitalId === visit.hospital_id
    : visit.account_id !== null && actor.userId === visit.account_id;
}
