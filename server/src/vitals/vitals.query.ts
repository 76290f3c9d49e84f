/** Reads of vital signs, and of which of them a hospital records [CONS-2]. */
import type {
  listPatientVitals as listCall,
  VisitVitals,
  VitalSettings,
} from '@baari/contract/visit/vitals.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { maySee } from '../queue/queue.access.ts';
import { isPatientOf } from '../queue/queue.store.ts';
import { findMeasured, findSettings, listOfPatient, listOfVisit } from './vitals.store.ts';
import { measurementView, monthsOf, settingsView, vitalsView } from './vitals.view.ts';

/** The vital signs of a visit. The visit of another hospital is not found. */
export async function getVitals(
  context: StaffContext,
  entryId: string,
): Promise<Result<{ vitals: VisitVitals }>> {
  const { db, actor, clock } = context;
  const row = await findMeasured(db, entryId, clock.now());
  if (row === undefined || !maySee(actor, row)) return refuse('not_found');
  await recordAudit(db, context, {
    action: 'read vital signs',
    patientIds: [row.patient_id],
    entryId: row.id,
  });
  return ok({ vitals: vitalsView(row, await listOfVisit(db, row.visit_id)) });
}

/** The vital signs of a patient's visits to the caller's hospital. */
export async function listPatientVitals(
  context: StaffContext,
  patientId: string,
): Promise<Result<ReplyOf<typeof listCall>>> {
  const { db, actor } = context;
  if (!(await isPatientOf(db, patientId, actor.hospitalId))) return refuse('not_found');
  const settings = settingsView(await findSettings(db, actor.hospitalId));
  const rows = await listOfPatient(db, patientId, actor.hospitalId);
  await recordAudit(db, context, { action: 'read vital signs', patientIds: [patientId] });
  const measurements = rows.map((row) => measurementView(row, monthsOf(row, row.day)));
  return ok({ settings, measurements });
}

export async function getVitalSettings({
  db,
  actor,
}: StaffContext): Promise<Result<{ settings: VitalSettings }>> {
  return ok({ settings: settingsView(await findSettings(db, actor.hospitalId)) });
}
