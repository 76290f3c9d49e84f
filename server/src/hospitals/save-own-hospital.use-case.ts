import type { Hospital, HospitalUpdate } from '@baari/contract/hospital.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { findHospital, updateHospital } from './hospitals.store.ts';
import { hospitalView } from './hospitals.view.ts';

/** Saves the profile of the caller's own hospital, whole [HPROF-1, HPROF-2]. */
export async function saveOwnHospital(
  { db, actor, clock }: StaffContext,
  update: HospitalUpdate,
): Promise<Result<{ hospital: Hospital }>> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await updateHospital(tx, actor.hospitalId, update, now);
    const row = await findHospital(tx, actor.hospitalId, now);
    if (row === undefined) throw new Error('The hospital just written cannot be read.');
    return ok({ hospital: hospitalView(row) });
  });
}
