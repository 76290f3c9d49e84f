import type { Hospital, HospitalUpdate } from '@baari/contract/hospital.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { findHospital, listUsedDepartments, updateHospital } from './hospitals.store.ts';
import { hospitalView } from './hospitals.view.ts';

/**
 * Saves the profile of the caller's own hospital, whole. A department that has doctors stays
 * [HPROF-1, HPROF-2].
 */
export async function saveOwnHospital(
  { db, actor, clock }: StaffContext,
  update: HospitalUpdate,
): Promise<Result<{ hospital: Hospital }>> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const before = await findHospital(tx, actor.hospitalId, now);
    const gone = before?.departments.filter((name) => !update.departments.includes(name)) ?? [];
    const used = await listUsedDepartments(tx, actor.hospitalId, gone);
    if (used.length > 0) return refuse('department_in_use', used.join(', '));
    await updateHospital(tx, actor.hospitalId, update, now);
    const row = await findHospital(tx, actor.hospitalId, now);
    if (row === undefined) throw new Error('The hospital just written cannot be read.');
    return ok({ hospital: hospitalView(row) });
  });
}
