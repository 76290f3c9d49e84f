/** Rights on a booking [ROLE-1…4, ROLE-7]; for everyone else it is not found. */
import type { PatientActor, StaffActor } from '../platform/actor.ts';

/** Whether the account owns the booking's patient. */
export function isOwn(
  actor: PatientActor,
  booking: { readonly account_id: string | null },
): boolean {
  return booking.account_id !== null && booking.account_id === actor.userId;
}

/** Whether the actor may manage bookings: all staff of that hospital may, including its doctors. */
export function mayRunBookings(
  actor: StaffActor,
  booking: { readonly hospital_id: string },
): boolean {
  return booking.hospital_id === actor.hospitalId;
}
