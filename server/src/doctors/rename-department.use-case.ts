import type { Hospital } from '@baari/contract/hospital/hospital.ts';
import { findHospital, replaceDepartment } from '../hospitals/hospitals.store.ts';
import { hospitalView } from '../hospitals/hospitals.view.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { recordDoctorEvent } from './doctor-event.ts';
import { findDoctor, listDoctorsOfDepartment, moveToDepartment } from './doctors.store.ts';

/** Renames a department of the caller's hospital, together with its doctors' records [HPROF-1]. */
export async function renameDepartment(
  context: StaffContext,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Result<{ hospital: Hospital }>> {
  const { hospitalId } = context.actor;
  return context.db.transaction(async (tx) => {
    const doctorIds = await listDoctorsOfDepartment(tx, hospitalId, from);
    // The doctors are locked in a fixed order, so that two renamings do not deadlock.
    for (const doctorId of doctorIds) await lockLine(tx, doctorId);
    const now = context.clock.now();
    const before = await findHospital(tx, hospitalId, now);
    if (before === undefined || !before.departments.includes(from)) return refuse('not_found');
    if (from !== to && before.departments.includes(to)) return refuse('department_exists');
    await replaceDepartment(tx, hospitalId, from, to, now);
    await moveToDepartment(tx, hospitalId, from, to);
    for (const doctorId of doctorIds) {
      const row = await findDoctor(tx, doctorId, now);
      if (row !== undefined) await recordDoctorEvent(tx, row, now);
    }
    await recordAudit(tx, context, { action: 'rename department', details: { from, to } });
    const hospital = await findHospital(tx, hospitalId, now);
    if (hospital === undefined) throw new Error('The hospital just written cannot be read.');
    return ok({ hospital: hospitalView(hospital, now) });
  });
}
