/** Whether a doctor may be deactivated, and what becomes of those who expect to be seen. Pure [ADM-2]. */
import type { PatientsAnswer } from '@baari/contract/doctor/doctor.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';

/** What whoever deactivates a doctor has decided. */
export interface LeavingDecision {
  /**
   * Of patients who wait or have asked: moved to a colleague or closed with the leaving itself; without
   * that they must be seen to first, as whoever is inside always must.
   */
  readonly patients: PatientsAnswer | undefined;
  /** Of bookings to come: there may be none, or they stay until the hospital has spoken with each. */
  readonly appointments: 'none' | 'kept';
}

export interface Leaving {
  readonly hasPatients: boolean;
  /** Whether visits are to come to this doctor later. */
  readonly isPlanned: boolean;
  readonly appointmentsToCome: number;
}

/** Refuses while a patient would be left without a doctor and without a word. */
export function mayLeave(
  leaving: Leaving,
  { patients, appointments }: LeavingDecision,
): Result<void> {
  if (leaving.hasPatients) return refuse('doctor_has_patients');
  // Nobody can be kept for a doctor who is not there any more.
  if (leaving.isPlanned && patients?.what === 'keep') return refuse('doctor_is_planned');
  const isBooked = leaving.appointmentsToCome > 0;
  return isBooked && appointments === 'none' ? refuse('doctor_has_appointments') : ok(undefined);
}
