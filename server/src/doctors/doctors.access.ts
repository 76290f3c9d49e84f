/** Whose status and working time someone may set [ROLE-2, DST-1, DOC-1, DOC-2]. */
import type { StaffActor } from '../platform/actor.ts';

/** The desk of the hospital sets the room of each doctor, a doctor the own one [ROOM-1]. */
export function maySetRoom(actor: StaffActor, doctorId: string): boolean {
  return actor.role !== 'doctor' || actor.doctorId === doctorId;
}

export function mayPlan(actor: StaffActor, doctorId: string): boolean {
  return actor.role === 'hospital_admin' || actor.doctorId === doctorId;
}
