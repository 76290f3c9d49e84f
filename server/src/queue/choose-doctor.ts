import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { firstFree } from './transfer/transfer.rules.ts';
import { listOfDepartment } from './transfer/transfer.store.ts';

/**
 * With whom the patient wants to be seen: a doctor, a shared line, or else the first free doctor of
 * a department.
 */
export interface WithWhom {
  readonly doctorId?: string | undefined;
  readonly lineId?: string | undefined;
  readonly department?: string | undefined;
}

/**
 * Returns the id of the requested line. The caller checks that the line belongs to the hospital.
 * Refuses if no doctor of the department is Available [DESK-8].
 */
export async function chooseDoctor(
  db: Queryable,
  hospitalId: string,
  { doctorId, lineId, department = '' }: WithWhom,
  now: Date,
): Promise<Result<string>> {
  if (doctorId !== undefined) return ok(doctorId);
  if (lineId !== undefined) return ok(lineId);
  const free = firstFree(await listOfDepartment(db, hospitalId, department, now));
  return free === undefined ? refuse('nobody_available') : ok(free);
}
