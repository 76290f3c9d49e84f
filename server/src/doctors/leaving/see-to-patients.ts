/** What the doctors' room asks of the queue's when a doctor goes [DAY-2]. */
import type { PatientsAnswer } from '@baari/contract/doctor/doctor.ts';
import type { StaffContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Result } from '../../platform/result.ts';

export interface SeeToPatients {
  /**
   * Takes the locks that an answer needs, the doctor's own among them, before anything is written; answers
   * what is to be done with those who wait. Refuses whoever cannot take them over.
   */
  readonly lock: (
    tx: Queryable,
    context: StaffContext,
    doctorId: string,
    answer: PatientsAnswer | undefined,
  ) => Promise<Result<(now: Date) => Promise<void>>>;
}
