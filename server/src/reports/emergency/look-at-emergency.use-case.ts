import type { EmergencyAccess } from '@baari/contract/visit/report-access.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { StaffContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { isForAnother, markLookedAt } from '../report-access.store.ts';
import { emergencyView } from '../reports.view.ts';

/**
 * Marks an emergency access as reviewed; the first reviewer stays recorded. Refuses the caller's
 * own access with own_emergency if the hospital has another administrator, so that nobody is their
 * own only reviewer.
 */
export function lookAtEmergency(
  context: StaffContext,
  id: string,
): Promise<Result<{ emergency: EmergencyAccess }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    if (await isForAnother(tx, id, actor)) return refuse('own_emergency');
    const row = await markLookedAt(tx, id, actor, clock.now());
    if (row === undefined) return refuse('not_found');
    await recordAudit(tx, context, {
      action: 'look at emergency access',
      patientIds: [row.patient_id],
      entryId: id,
    });
    return ok({ emergency: emergencyView(row) });
  });
}
