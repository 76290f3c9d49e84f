import type { AnswerSummary } from '@baari/contract/visit/assessment.ts';
import type { Language } from '@baari/contract/languages.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { noteAlert, publishAssessment } from './assessment-event.ts';
import { maySeeVisit } from './assessments.access.ts';
import { findVisit, writeAcknowledged } from './assessments.store.ts';
import { insightsView } from './assessments.view.ts';
import type { QuestionBank } from '@baari/contract/visit/question-bank.ts';
import { findMachineSummary } from './summary/summaries.query.ts';

interface Reading {
  readonly language?: Language | undefined;
  /**
   * The time of the alert that the caller's screen shows. Emergency signs reported after that time
   * are not acknowledged.
   */
  readonly seen?: string | undefined;
}

/**
 * Records that a member of staff has seen a patient's emergency signs. Refuses a visit without an
 * alert, and a visit with new signs since the caller looked [ASSESS-2].
 */
export function acknowledgeAlert(
  context: StaffContext,
  bank: QuestionBank,
  id: string,
  { language, seen }: Reading,
): Promise<Result<{ insights: AnswerSummary }>> {
  const { actor, clock } = context;
  return context.db.transaction(async (tx) => {
    const now = clock.now();
    const row = await findVisit(tx, id, now);
    if (row === undefined || !maySeeVisit(actor, row) || row.signs === null) {
      return refuse('not_found');
    }
    const said = { by: actor.userId, seen: seen === undefined ? undefined : new Date(seen) };
    const became = await writeAcknowledged(tx, row.visit_id, said, now);
    if (became === 'newer') return refuse('entry_changed');
    if (became === 'written') {
      const visit = { visitId: row.visit_id, hospitalId: row.hospital_id };
      await publishAssessment(tx, visit, now);
      await noteAlert(tx, { ...visit, lineId: row.doctor_id, type: 'alert.seen' }, now);
    }
    await recordAudit(tx, context, {
      action: 'acknowledge assessment alert',
      patientIds: [row.patient_id],
      entryId: row.entry_id ?? undefined,
    });
    const after = (await findVisit(tx, id, now)) ?? row;
    const summary = await findMachineSummary(tx, after);
    return ok({ insights: insightsView(after, { current: bank, summary, language }) });
  });
}
