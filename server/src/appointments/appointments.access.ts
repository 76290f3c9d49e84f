/**
 * Rights on a booking [ROLE-1…4, ROLE-7]. The server answers a user without rights with
 * `not_found`.
 */
import type { PatientActor, StaffActor } from '../platform/actor.ts';

/** Whether the booking's patient belongs to the user's account. */
export function isOwn(
  actor: PatientActor,
  booking: { readonly account_id: string | null },
): boolean {
  return booking.account_id !== null && booking.account_id === actor.userId;
}

/**
 * Whether the user may manage the booking. All staff of the booking's hospital may, including its
 * doctors.
 */
export function mayRunBookings(
  actor: StaffActor,
  booking: { readonly hospital_id: string },
): boolean {
  return booking.hospital_id === actor.hospitalId;
}
