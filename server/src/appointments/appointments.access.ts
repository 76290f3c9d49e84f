/** Whose booking it is [ROLE-1…4, ROLE-7]; to everyone else there is none. */
import type { PatientActor, StaffActor } from '../platform/actor.ts';

/** The patient of the account. */
export function isOwn(
  actor: PatientActor,
  booking: { readonly account_id: string | null },
): boolean {
  return booking.account_id !== null && booking.account_id === actor.userId;
}

/** All who work at the desk of that hospital, its doctors too, as with its queues. */
export function mayRunBookings(
  actor: StaffActor,
  booking: { readonly hospital_id: string },
): boolean {
  return booking.hospital_id === actor.hospitalId;
}
