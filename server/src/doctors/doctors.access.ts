/** Which staff may set a doctor's status and working hours [ROLE-2, DST-1, DOC-1, DOC-2]. */
import type { doctorStatusUpdates } from '@baari/contract/constants.ts';
import type { StaffActor } from '../platform/actor.ts';

/**
 * Whether staff may set this doctor's room: the hospital's desk sets any room, a doctor only their
 * own [ROOM-1].
 */
export function maySetRoom(actor: StaffActor, doctorId: string): boolean {
  return actor.role !== 'doctor' || actor.doctorId === doctorId;
}

export function mayPlan(actor: StaffActor, doctorId: string): boolean {
  return actor.role === 'hospital_admin' || actor.doctorId === doctorId;
}

/**
 * Whether staff may set this doctor's status. The reception only sets a doctor Offline, as when it
 * closes the day [DAY-1, DAY-2].
 */
export function maySetStatus(
  actor: StaffActor,
  doctorId: string,
  status: (typeof doctorStatusUpdates)[number],
): boolean {
  return mayPlan(actor, doctorId) || (actor.role === 'receptionist' && status === 'offline');
}
