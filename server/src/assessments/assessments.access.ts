/**
 * Rights to see the answers of a visit: its patient and the staff of its hospital have them. For
 * everyone else the visit is not found [ROLE-7].
 */
import { type Actor, isStaff } from '../platform/actor.ts';

interface VisitOwners {
  readonly hospital_id: string;
  readonly account_id: string | null;
}

/**
 * Whether the actor may see the entry and its symptoms: its patient and the staff of its hospital may.
 */
export function maySeeVisit(actor: Actor, visit: VisitOwners): boolean {
  return isStaff(actor)
    ? actor.hospitalId === visit.hospital_id
    : visit.account_id !== null && actor.userId === visit.account_id;
}
