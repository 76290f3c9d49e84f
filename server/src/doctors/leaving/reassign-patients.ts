/**
 * The interface through which the doctors feature asks the queue feature to handle a leaving
 * doctor's patients [DAY-2].
 */
import type { PatientsAnswer } from '@baari/contract/doctor/doctor.ts';
import type { StaffContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Result } from '../../platform/result.ts';

export interface ReassignPatients {
  /**
   * Takes all needed locks, including the doctor's own, before anything is written. Returns a
   * function that moves the waiting patients to another doctor or closes their entries. Refuses if
   * the new doctor cannot take them over.
   */
  readonly lock: (
    tx: Queryable,
    context: StaffContext,
    doctorId: string,
    answer: PatientsAnswer | undefined,
  ) => Promise<Result<(now: Date) => Promise<void>>>;
}
