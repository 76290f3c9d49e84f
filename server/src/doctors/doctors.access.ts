/** Whose status and working time someone may set [ROLE-2, DST-1, DOC-1, DOC-2]. */
import type { StaffActor } from '../platform/actor.ts';

export function mayPlan(actor: StaffActor, doctorId: string): boolean {
  return actor.role === 'hospital_admin' || actor.doctorId === doctorId;
}
