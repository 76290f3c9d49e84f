/**
 * Rules on who may work at a service point, and who may transfer patients from a line [LINE-2,
 * LINE-3, SEC-5].
 */
import type { PointState } from '@baari/contract/lines/shared-line.ts';
import type { StaffActor } from '../platform/actor.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

/** The facts that decide who may work at a service point. */
export interface PointOwners {
  readonly hospital_id: string;
  /** The doctor whose patients are called at this point; null for a counter. */
  readonly doctor_id: string | null;
  /**
   * The receptionists assigned to this point. If the list is empty, every receptionist may work at
   * the point.
   */
  readonly staff: readonly { readonly id: string }[];
  readonly state: PointState;
  /** The person who opened the point or changed its state last. */
  readonly state_by: string | null;
}

/**
 * `end` allows only finishing with the present patient, calling that patient again, and closing the
 * point.
 */
export type PointWork = 'any' | 'end';

/**
 * Decides who may work at a service point. Any receptionist may serve a counter, or only the
 * assigned ones if some are assigned. A doctor serves the doctor's own point, and an administrator
 * may serve any point. A person who opened a counter and is no longer assigned may still finish
 * with the present patient. A point of another hospital is not found.
 */
export function mayServe(
  actor: StaffActor,
  point: PointOwners,
  work: PointWork = 'any',
): Result<void> {
  if (actor.hospitalId !== point.hospital_id) return refuse('not_found');
  if (actor.role === 'hospital_admin' || actor.role === 'key') return ok(undefined);
  if (point.doctor_id !== null) {
    return actor.doctorId === point.doctor_id ? ok(undefined) : refuse('forbidden');
  }
  if (actor.role !== 'receptionist') return refuse('forbidden');
  const isAssigned = point.staff.length === 0 || point.staff.some(({ id }) => id === actor.userId);
  const hasOpened = point.state !== 'closed' && point.state_by === actor.userId;
  return isAssigned || (work === 'end' && hasOpened) ? ok(undefined) : refuse('not_assigned');
}

/** The facts that decide who may transfer a queue entry. */
export interface StopOwners {
  readonly hospital_id: string;
  readonly line_id: string;
}

/**
 * Decides who may transfer a queue entry to another line. The desk may transfer from any line of
 * the hospital. A doctor may transfer from the doctor's own line and from shared lines from which
 * the doctor calls.
 */
export function maySendOn(
  actor: StaffActor,
  entry: StopOwners,
  isPointOfLine: boolean,
): Result<void> {
  if (actor.hospitalId !== entry.hospital_id) return refuse('not_found');
  if (actor.role !== 'doctor') return ok(undefined);
  return actor.doctorId === entry.line_id || isPointOfLine ? ok(undefined) : refuse('forbidden');
}
