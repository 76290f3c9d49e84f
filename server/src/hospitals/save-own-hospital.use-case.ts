import type { Hospital, HospitalUpdate } from '@baari/contract/hospital.ts';
import { recordAudit } from '../platform/audit.store.ts';
import { changedFields } from '../platform/changed-fields.rules.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import {
  findHospital,
  type HospitalRow,
  listUsedDepartments,
  updateHospital,
} from './hospitals.store.ts';
import { hospitalView } from './hospitals.view.ts';

const profileFields = [
  'name',
  'type',
  'address',
  'city',
  'state',
  'zip_code',
  'phone',
  'email',
  'website',
  'departments',
  'operating_hours',
  'timeZone',
  'position',
] as const;

function profileOf(row: HospitalRow) {
  return { ...row, timeZone: row.time_zone, position: [row.latitude, row.longitude] };
}

/**
 * Saves the profile of the caller's own hospital, whole. A department that has doctors stays
 * [HPROF-1, HPROF-2].
 */
export async function saveOwnHospital(
  context: StaffContext,
  update: HospitalUpdate,
): Promise<Result<{ hospital: Hospital }>> {
  const { db, actor, clock } = context;
  const now = clock.now();
  return db.transaction(async (tx) => {
    const before = await findHospital(tx, actor.hospitalId, now);
    if (before === undefined) throw new Error('The hospital of a member of staff cannot be read.');
    const gone = before.departments.filter((name) => !update.departments.includes(name));
    const used = await listUsedDepartments(tx, actor.hospitalId, gone);
    if (used.length > 0) return refuse('department_in_use', used.join(', '));
    await updateHospital(tx, actor.hospitalId, update, now);
    const row = await findHospital(tx, actor.hospitalId, now);
    if (row === undefined) throw new Error('The hospital just written cannot be read.');
    await recordAudit(tx, context, {
      action: 'save hospital',
      details: { fields: changedFields(profileFields, profileOf(before), profileOf(row)) },
    });
    return ok({ hospital: hospitalView(row) });
  });
}
