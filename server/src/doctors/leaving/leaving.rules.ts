/**
 * Whether a doctor may be deactivated, and what happens to patients and appointments. Pure [ADM-2].
 */
import type { PatientsAnswer } from '@baari/contract/doctor/doctor.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';

/** The administrator's decision on patients and appointments. */
export interface LeavingDecision {
  /**
   * What happens to waiting and pending patients: they move to another doctor, or their entries are
   * closed. If undefined, no patient may be waiting or pending. A patient who is with the doctor
   * always prevents the deactivation.
   */
  readonly patients: PatientsAnswer | undefined;
  /**
   * What happens to upcoming appointments: there must be none, or they stay until staff have spoken
   * with each patient.
   */
  readonly appointments: 'none' | 'kept';
}

export interface Leaving {
  readonly hasPatients: boolean;
  /** Whether any patient's visit has this doctor as a planned later step. */
  readonly isPlanned: boolean;
  readonly appointmentsToCome: number;
}

/**
 * Refuses to deactivate a doctor while a patient would be left without a doctor and without notice.
 */
export function mayLeave(
  leaving: Leaving,
  { patients, appointments }: LeavingDecision,
): Result<void> {
  if (leaving.hasPatients) return refuse('doctor_has_patients');
  // A doctor who has left cannot stay a planned step of a patient's visit.
  if (leaving.isPlanned && patients?.what === 'keep') return refuse('doctor_is_planned');
  const isBooked = leaving.appointmentsToCome > 0;
  return isBooked && appointments === 'none' ? refuse('doctor_has_appointments') : ok(undefined);
}
