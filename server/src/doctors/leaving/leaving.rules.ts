/**
 * Whether a doctor may be deactivated, and what happens to patients and appointments. Pure [ADM-2].
 */
import type { PatientsAnswer } from '@baari/contract/doctor/doctor.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';

/** The administrator's decision on patients and appointments. */
export interface LeavingDecision {
  /**
   * Waiting and pending patients are moved or closed together with the deactivation. Otherwise
   * there must be none; a patient inside always prevents it.
   */
  readonly patients: PatientsAnswer | undefined;
  /** Upcoming bookings: none may exist, or they stay until staff have spoken with each patient. */
  readonly appointments: 'none' | 'kept';
}

export interface Leaving {
  readonly hasPatients: boolean;
  /** Whether visits plan a stop at this doctor. */
  readonly isPlanned: boolean;
  readonly appointmentsToCome: number;
}

/** Refuses while a patient would be left without a doctor and without notice. */
export function mayLeave(
  leaving: Leaving,
  { patients, appointments }: LeavingDecision,
): Result<void> {
  if (leaving.hasPatients) return refuse('doctor_has_patients');
  // Nobody can stay in line for a doctor who has left.
  if (leaving.isPlanned && patients?.what === 'keep') return refuse('doctor_is_planned');
  const isBooked = leaving.appointmentsToCome > 0;
  return isBooked && appointments === 'none' ? refuse('doctor_has_appointments') : ok(undefined);
}
