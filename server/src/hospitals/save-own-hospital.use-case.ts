import type { Hospital, HospitalSave, HospitalUpdate } from '@baari/contract/hospital/hospital.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import { changedFields } from '../platform/audit/changed-fields.rules.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import {
  findHospital,
  type HospitalRow,
  listUsedDepartments,
  lockHospital,
  updateHospital,
} from './hospitals.store.ts';
import { hospitalView } from './hospitals.view.ts';
import type { Essentials } from './resembles.rules.ts';
import { reviewVerification } from './review-verification.ts';
import { isEssentialChange } from './verification.rules.ts';
import { findVerification, lockVerifications } from './verification.store.ts';
import { type HospitalSettings, notifyOperatorOfHospital } from './notify-operator.ts';

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
  'takesRequestsShut',
  'checkInMinutes',
  'languages',
] as const;

function profileOf(row: HospitalRow) {
  return {
    ...row,
    timeZone: row.time_zone,
    position: [row.latitude, row.longitude],
    takesRequestsShut: row.takes_requests_shut,
    checkInMinutes: row.check_in_minutes,
  };
}

/**
 * Saves the profile of the caller's hospital as a whole, unless it was saved after `seen`. A
 * department with doctors cannot be removed [HPROF-1, HPROF-2]. The identifying data are compared
 * with confirmed hospitals again, and changes are shown to the operator [SEC-20].
 */
export async function saveOwnHospital(
  context: StaffContext,
  { seen, ...update }: HospitalSave,
  settings: HospitalSettings,
): Promise<Result<{ hospital: Hospital }>> {
  const { db, actor, clock } = context;
  const now = clock.now();
  return db.transaction(async (tx) => {
    // Takes the locks in the same order as the operator's commands, to prevent deadlocks. Under the
    // locks, nobody else changes the data that are read below.
    await lockVerifications(tx);
    await lockHospital(tx, actor.hospitalId);
    const before = await findHospital(tx, actor.hospitalId, now);
    if (before === undefined) throw new Error('The hospital of a member of staff cannot be read.');
    if (!isSeen(before, seen)) return refuse('hospital_changed');
    const gone = before.departments.filter((name) => !update.departments.includes(name));
    const used = await listUsedDepartments(tx, actor.hospitalId, gone);
    if (used.length > 0) return refuse('department_in_use', used.join(', '));
    const standing = await findVerification(tx, actor.hospitalId);
    await updateHospital(tx, actor.hospitalId, update, now);
    if (standing !== undefined && isEssentialChange(standing.essentials, essentialsOf(update))) {
      const review = await reviewVerification(tx, actor.hospitalId, settings.listing, now);
      const changed = { id: actor.hospitalId, what: 'changed', name: update.name } as const;
      await notifyOperatorOfHospital(tx, settings, changed, review, now);
    }
    const row = await findHospital(tx, actor.hospitalId, now);
    if (row === undefined) throw new Error('The hospital just written cannot be read.');
    await recordAudit(tx, context, {
      action: 'save hospital',
      details: { fields: changedFields(profileFields, profileOf(before), profileOf(row)) },
    });
    return ok({ hospital: hospitalView(row, now) });
  });
}

/**
 * Optimistic concurrency: whether the record is unchanged since the form was opened. Without `seen`
 * the save overwrites it.
 */
function isSeen(row: HospitalRow, seen: HospitalSave['seen']): boolean {
  if (seen === undefined) return true;
  const read = seen === null ? undefined : Date.parse(seen);
  return row.updated_at?.getTime() === read;
}

function essentialsOf({ zip_code: zipCode, ...update }: HospitalUpdate): Essentials {
  const { name, phone, email, address, city, latitude, longitude } = update;
  return { name, phone, email, address, city, zipCode, latitude, longitude };
}
