/** Whether a doctor may be deactivated, and what becomes of those who expect to be seen. Pure [ADM-2]. */
import { ok, type Result, refuse } from '../platform/result.ts';

/** What whoever deactivates a doctor has decided. */
export interface LeavingDecision {
  /**
   * Of patients who wait, have asked or are inside: today they must be seen to first, by calling them
   * in, sending them home or rejecting them. Moving a line to a colleague would be another answer here.
   */
  readonly patients: 'seen-to-first';
  /** Of bookings to come: there may be none, or they stay until the hospital has spoken with each. */
  readonly appointments: 'none' | 'kept';
}

export interface Leaving {
  readonly hasPatients: boolean;
  readonly appointmentsToCome: number;
}

/** Refuses while a patient would be left without a doctor and without a word. */
export function mayLeave(leaving: Leaving, { appointments }: LeavingDecision): Result<void> {
  if (leaving.hasPatients) return refuse('doctor_has_patients');
  const isBooked = leaving.appointmentsToCome > 0;
  return isBooked && appointments === 'none' ? refuse('doctor_has_appointments') : ok(undefined);
}
