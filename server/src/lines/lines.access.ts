/**
 * Who may work at a service point, and who may transfer patients from a line [LINE-2, LINE-3,
 * SEC-5].
 */
import type { PointState } from '@baari/contract/lines/shared-line.ts';
import type { StaffActor } from '../platform/actor.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

/** The facts that decide rights to a service point. */
export interface PointOwners {
  readonly hospital_id: string;
  /** The doctor whose patients are called here; null for a counter. */
  readonly doctor_id: string | null;
  /** Receptionists assigned to it; empty means any. */
  readonly staff: readonly { readonly id: string }[];
  readonly state: PointState;
  /** Who opened it, or changed its state last. */
  readonly state_by: string | null;
}

/**
 * `end`: only finishing with the present patient, calling that patient again, and closing the point.
 */
export type PointWork = 'any' | 'end';

/**
 * Rights at a service point. A counter is served by the desk, or by its assigned receptionists; a
 * doctor's point by that doctor, or by an administrator on the doctor's behalf. A person who opened
 * a counter and is no longer assigned may still finish there. Another hospital's is not found.
 */
export function mayServe(
  actor: StaffActor,
  point: PointOwners,
  work: PointWork = 'any',
): Result<void> {
  if (actor.hospitalId !== point.hospital_id) return refuse('not_found');
  if (actor.role === 'hospital_admin') return ok(undefined);
  if (point.doctor_id !== null) {
    return actor.doctorId === point.doctor_id ? ok(undefined) : refuse('forbidden');
  }
  if (actor.role !== 'receptionist') return refuse('forbidden');
  const isAssigned = point.staff.length === 0 || point.staff.some(({ id }) => id === actor.userId);
  const hasOpened = point.state !== 'closed' && point.state_by === actor.userId;
  return isAssigned || (work === 'end' && hasOpened) ? ok(undefined) : refuse('not_assigned');
}

/** The facts that decide rights to transfer an entry. */
export interface StopOwners {
  readonly hospital_id: string;
  readonly doctor_id: string;
}

/**
 * The desk transfers from any line of the hospital; a doctor from the own line and from shared
 * lines they call from.
 */
export function maySendOn(
  actor: StaffActor,
  entry: StopOwners,
  isPointOfLine: boolean,
): Result<void> {
  if (actor.hospitalId !== entry.hospital_id) return refuse('not_found');
  if (actor.role !== 'doctor') return ok(undefined);
  return actor.doctorId === entry.doctor_id || isPointOfLine ? ok(undefined) : refuse('forbidden');
}
