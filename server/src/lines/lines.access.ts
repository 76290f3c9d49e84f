/** Who may work at a service point, and who may send people on from a line [LINE-2, LINE-3, SEC-5]. */
import type { StaffActor } from '../platform/actor.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

/** What decides it of a service point. */
export interface PointOwners {
  readonly hospital_id: string;
  /** Whose patients are called here; null for a counter. */
  readonly doctor_id: string | null;
}

/**
 * A counter is served by the desk; a doctor's point by that doctor, or by an administrator on the doctor's
 * behalf, as the doctor's own line is. Another hospital's does not exist.
 */
export function mayServe(actor: StaffActor, point: PointOwners): Result<void> {
  if (actor.hospitalId !== point.hospital_id) return refuse('not_found');
  if (actor.role === 'hospital_admin') return ok(undefined);
  const isTheirs =
    point.doctor_id === null ? actor.role === 'receptionist' : actor.doctorId === point.doctor_id;
  return isTheirs ? ok(undefined) : refuse('forbidden');
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
