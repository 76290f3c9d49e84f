import type { AnsweredBy, AssessmentForm } from '@baari/contract/visit/assessment.ts';
import type { Language } from '@baari/contract/languages.ts';
import { type Actor, isStaff } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import type { AnswerBy } from './assessment.rules.ts';
import { maySeeVisit } from './assessments.access.ts';
import { type Asking, earlierOf, namedTo } from './assessments.query.ts';
import { findVisit, type VisitRow } from './assessments.store.ts';
import { formView } from './assessments.view.ts';
import { summaryOffer } from './summary/summaries.query.ts';
import { takeIn } from './take-in.ts';

interface Given {
  readonly answers: readonly AnswerBy[];
  /** The language of the texts in the response; all languages if it is missing. */
  readonly language: Language | undefined;
}

/**
 * Stores a patient's answers, and raises the alert for an emergency sign in the same transaction.
 * The visit's patient and the desk may call it until the visit ends; an invalid answer changes
 * nothing [ASSESS-1, ASSESS-2].
 */
export function answerAssessment(
  context: Context<Actor>,
  { bank, settings }: Asking,
  id: string,
  { answers, language }: Given,
): Promise<Result<{ assessment: AssessmentForm }>> {
  const { actor, clock } = context;
  return context.db.transaction(async (tx) => {
    const now = clock.now();
    const seen = await findVisit(tx, id, now);
    if (seen === undefined || !maySeeVisit(actor, seen)) return refuse('not_found');
    if (!seen.is_open) return refuse('illegal_transition');
    const taken = await takeIn(tx, seen, { bank, by: answeredBy(actor, seen), answers, now });
    if (!taken.ok) return taken;
    const { row, asking, answers: after, isRaised } = taken.value;
    if (isStaff(actor)) {
      await recordAudit(
        tx,
        { ...context, actor },
        {
          action: 'write assessment',
          patientIds: [row.patient_id],
          entryId: row.entry_id ?? undefined,
        },
      );
    }
    const current = isRaised ? { ...row, raised_at: now, acknowledged_at: null } : row;
    const earlier = await earlierOf(tx, actor, row);
    const summary = await summaryOffer(tx, actor, row, settings);
    return ok({
      assessment: formView(current, {
        bank: asking,
        answers: after,
        earlier,
        summary,
        language,
        about: namedTo(actor, row),
      }),
    });
  });
}

function answeredBy(actor: Actor, { patient_id: patientId }: VisitRow): AnsweredBy {
  if (isStaff(actor)) return 'desk';
  return patientId === actor.userId ? 'patient' : 'relative';
}
