import { fieldMessages } from '@baari/contract/fields.ts';
import type { ReportGiven, SeenReport } from '@baari/contract/visit/report.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { mayWrite } from './reports.access.ts';
import {
  findLatestEntry,
  findReport,
  insertReport,
  isDoctorOf,
  readToday,
} from './reports.store.ts';
import { notifyOfReport } from './notify-patient.ts';
import { writtenView } from './written-report.ts';

/**
 * Creates a report for a patient with a past or present entry at the hospital. Refuses unknown
 * patients, another hospital's doctors, a doctor who writes in a colleague's name, and future dates
 * [RPT-1].
 */
export function createReport(
  context: MemberContext,
  given: ReportGiven,
  publicUrl: string,
): Promise<Result<{ report: SeenReport }>> {
  const { actor, clock } = context;
  const { hospitalId } = actor;
  const now = clock.now();
  return context.db.transaction(async (tx) => {
    const entryId = await findLatestEntry(tx, given.patientId, hospitalId);
    if (entryId === undefined) return refuse('not_found');
    if (!(await isDoctorOf(tx, given.doctorId, hospitalId))) return refuse('not_found');
    if (!mayWrite(actor, given.doctorId)) return refuse('forbidden');
    const today = await readToday(tx, hospitalId, now);
    const date = given.date ?? today;
    if (date > today) {
      return refuse('invalid_request', [{ param: 'date', msg: fieldMessages.date }]);
    }
    const authorId = actor.userId;
    const id = await insertReport(tx, { ...given, date, hospitalId, entryId, authorId }, now);
    const row = await findReport(tx, id);
    if (row === undefined) throw new Error('The report just written cannot be read.');
    await recordAudit(tx, context, {
      action: 'write report',
      patientIds: [row.patient_id],
      entryId: id,
      outcome: 'ok',
    });
    await notifyOfReport(tx, row, publicUrl, now);
    return ok({ report: await writtenView(tx, context, row) });
  });
}
