import { signOf } from '@baari/contract/visit/vital-units.ts';
import { type VisitVitals, type VitalsGiven, vitalValues } from '@baari/contract/visit/vitals.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { maySee } from '../queue/queue.access.ts';
import { publishVitals } from './vitals-event.ts';
import { insertMeasurement, listOfVisit, lockMeasured } from './vitals.store.ts';
import { settingsView, vitalsView } from './vitals.view.ts';

/**
 * Records vital signs of a patient who waits or is being seen. Refuses: illegal_transition,
 * vitals_not_asked for a value that the hospital does not record.
 */
export function addVitals(
  context: StaffContext,
  entryId: string,
  given: VitalsGiven,
): Promise<Result<{ vitals: VisitVitals }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const row = await lockMeasured(tx, entryId, now);
    if (row === undefined || !maySee(actor, row)) return refuse('not_found');
    if (row.status !== 'waiting' && row.status !== 'in_progress') {
      return refuse('illegal_transition');
    }
    const { asked } = settingsView(row);
    const notAsked = vitalValues.filter(
      (value) => given[value] !== null && !asked.includes(signOf(value)),
    );
    if (notAsked.length > 0) {
      const details = notAsked.map((param) => ({ param, msg: fieldMessages.vitalNotAsked }));
      return refuse('vitals_not_asked', details);
    }
    const { hospital_id: hospitalId } = row;
    await insertMeasurement(tx, { hospitalId, entryId, by: actor.userId, at: now, given });
    await publishVitals(tx, row, now);
    await recordAudit(tx, context, {
      action: 'record vital signs',
      patientIds: [row.patient_id],
      entryId,
    });
    return ok({ vitals: vitalsView(row, await listOfVisit(tx, row.visit_id)) });
  });
}
