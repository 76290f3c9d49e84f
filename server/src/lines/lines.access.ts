/** Who may work at a service point, and who may send people on from a line [LINE-2, LINE-3, SEC-5]. */
import type { PointState } from '@baari/contract/lines/shared-line.ts';
import type { StaffActor } from '../platform/actor.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

/** What decides it of a service point. */
export interface PointOwners {
  readonly hospital_id: string;
  /** Whose patients are called here; null for a counter. */
  readonly doctor_id: string | null;
  /** Who of the desk works there and nobody else of it; empty: anyone. */
  readonly staff: readonly { readonly id: string }[];
  readonly state: PointState;
  /** Who opened it, or changed its state last. */
  readonly state_by: string | null;
}

/** `end`: being done with whoever is there, calling them once more, and closing. */
export type PointWork = 'any' | 'end';

/**
 * A counter is served by the desk, or by those of it who are assigned to it; a doctor's point by that doctor,
 * or by an administrator on the doctor's behalf, as the doctor's own line is. Whoever has opened a counter and
 * is assigned to it no longer ends what is begun there. Another hospital's does not exist.
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

/** What decides it of one who is sent on. */
export interface StopOwners {
  readonly hospital_id: string;
  readonly doctor_id: string;
}

/**
 * The desk sends on from any line of the hospital, a doctor from the own one and from shared lines that the
 * doctor calls from.
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
