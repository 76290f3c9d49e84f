/** Who may read and write a report [RPT-1, ROLE-7]. Pure: actor and owners in, answer out. */
import type { Actor, StaffActor } from '../platform/actor.ts';

export interface ReportOwners {
  readonly hospitalId: string;
  readonly doctorId: string;
  /** null: a patient without an account. */
  readonly accountId: string | null;
}

/** The patient the own, staff those of their hospital. */
export function mayRead(actor: Actor, report: ReportOwners): boolean {
  if (actor.role === 'patient') return actor.userId === report.accountId;
  return actor.hospitalId === report.hospitalId;
}

/** Staff for their hospital; a doctor only in their own name. */
export function mayWrite(actor: StaffActor, doctorId: string): boolean {
  return actor.role !== 'doctor' || actor.doctorId === doctorId;
}
