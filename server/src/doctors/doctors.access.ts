/** Who may set a doctor's status and working hours [ROLE-2, DST-1, DOC-1, DOC-2]. */
import type { StaffActor } from '../platform/actor.ts';

/** The hospital's desk sets any doctor's room, a doctor only their own [ROOM-1]. */
export function maySetRoom(actor: StaffActor, doctorId: string): boolean {
  return actor.role !== 'doctor' || actor.doctorId === doctorId;
}

export function mayPlan(actor: StaffActor, doctorId: string): boolean {
  return actor.role === 'hospital_admin' || actor.doctorId === doctorId;
}
