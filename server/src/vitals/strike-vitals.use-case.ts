import type { VisitVitals } from '@baari/contract/visit/vitals.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { maySee } from '../queue/queue.access.ts';
import { publishVitals } from './vitals-event.ts';
import { findMeasuredBy, listOfVisit, writeStruck } from './vitals.store.ts';
import { vitalsView } from './vitals.view.ts';

/**
 * Strikes out a wrong measurement, which stays visible to staff. If it is struck out already, the
 * first reason stays.
 */
export function strikeVitals(
  context: StaffContext,
  id: string,
  reason: string,
): Promise<Result<{ vitals: VisitVitals }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const row = await findMeasuredBy(tx, id, now);
    if (row === undefined || !maySee(actor, row)) return refuse('not_found');
    if (await writeStruck(tx, id, { by: actor.userId, at: now, reason })) {
      await publishVitals(tx, row, now);
    }
    await recordAudit(tx, context, {
      action: 'strike out vital signs',
      patientIds: [row.patient_id],
      entryId: row.id,
    });
    return ok({ vitals: vitalsView(row, await listOfVisit(tx, row.visit_id)) });
  });
}
