import type { Queryable } from '../platform/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { firstFree } from './transfer.rules.ts';
import { listOfDepartment } from './transfer.store.ts';

/** With whom: a doctor, or without one the first free one of a department. */
export interface WithWhom {
  readonly doctorId?: string | undefined;
  readonly department?: string | undefined;
}

/**
 * The id of the doctor meant, whether of this hospital or not is for the caller to see. Refuses where
 * nobody of the department is Available [DESK-8].
 */
export async function chooseDoctor(
  db: Queryable,
  hospitalId: string,
  { doctorId, department = '' }: WithWhom,
): Promise<Result<string>> {
  if (doctorId !== undefined) return ok(doctorId);
  const free = firstFree(await listOfDepartment(db, hospitalId, department));
  return free === undefined ? refuse('nobody_available') : ok(free);
}
