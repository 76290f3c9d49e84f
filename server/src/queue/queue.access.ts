/** Who may do what to an entry [ROLE-1…7]. Where even its existence is not theirs to know: 404. */
import { type Actor, isStaff, type StaffActor } from '../platform/actor.ts';

export interface EntryOwners {
  readonly hospitalId: string;
  readonly doctorId: string;
  /** The account of the patient; null for a patient without one. */
  readonly accountId: string | null;
}

/** Staff see their hospital's entries, a patient the own ones. */
export function maySee(actor: Actor, entry: EntryOwners): boolean {
  return isStaff(actor)
    ? actor.hospitalId === entry.hospitalId
    : entry.accountId !== null && actor.userId === entry.accountId;
}

/** Approve, reject, reorder, annotate, remove: all staff of the hospital [ROLE-2…4]. */
export function mayRunDesk(actor: StaffActor, entry: EntryOwners): boolean {
  return actor.hospitalId === entry.hospitalId;
}

/** Start and complete: that doctor, or an administrator on the doctor's behalf [ROLE-2, ROLE-3]. */
export function mayConsult(actor: StaffActor, entry: EntryOwners): boolean {
  if (actor.hospitalId !== entry.hospitalId) return false;
  return actor.role === 'hospital_admin' || actor.doctorId === entry.doctorId;
}

/** No show: the desk too, but a doctor only in the own queue [ROLE-3, ROLE-4]. */
export function mayMarkNoShow(actor: StaffActor, entry: EntryOwners): boolean {
  return actor.role === 'receptionist' ? mayRunDesk(actor, entry) : mayConsult(actor, entry);
}
