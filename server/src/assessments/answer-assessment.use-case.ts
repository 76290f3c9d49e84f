import type { AssessmentForm } from '@baari/contract/assessment.ts';
import { type Actor, isStaff } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import {
  type AnswerBy,
  questionsFor,
  signsSaid,
  stateOf,
  takeAnswers,
} from './assessment.rules.ts';
import { maySeeVisit } from './assessments.access.ts';
import {
  type AnsweredBy,
  findVisit,
  holdAssessment,
  raiseAlert,
  type VisitRow,
  writeAnswers,
} from './assessments.store.ts';
import { askedOf, formView } from './assessments.view.ts';
import { type Asking, earlierOf } from './assessments.query.ts';
import { tellAssessment } from './assessment-event.ts';
import { summaryOffer } from './summary/summaries.query.ts';

/**
 * Takes answers in, and raises the alert with them where a sign cannot wait. The patient of the visit and
 * the desk may, until the visit is over; an answer that fits no question changes nothing [ASSESS-1, ASSESS-2].
 */
export function answerAssessment(
  context: Context<Actor>,
  { bank, settings }: Asking,
  id: string,
  given: readonly AnswerBy[],
): Promise<Result<{ assessment: AssessmentForm }>> {
  const { actor, clock } = context;
  return context.db.transaction(async (tx) => {
    const now = clock.now();
    const seen = await findVisit(tx, id, now);
    if (seen === undefined || !maySeeVisit(actor, seen)) return refuse('not_found');
    if (!seen.is_open) return refuse('illegal_transition');
    const by = answeredBy(actor, seen);
    await holdAssessment(tx, seen, { bank: bank.version, by, now });
    const row = (await findVisit(tx, id, now)) ?? seen;
    // Those that it was begun with.
    const asking = row.bank ?? bank;
    const taken = takeAnswers(asking, askedOf(row), row.answers ?? {}, given);
    if (!taken.ok) return taken;
    const answers = taken.value;
    const state = stateOf(questionsFor(asking, askedOf(row), answers), answers);
    await writeAnswers(tx, row.visit_id, { answers, state, by, now });
    const visit = { visitId: row.visit_id, hospitalId: row.hospital_id };
    const isRaised = await raiseAlert(tx, { ...visit, signs: signsSaid(answers) }, now);
    // Between the first answer and the last one nothing that a list shows is another.
    const isNews = isRaised || state === 'ready' || state !== row.state || row.version === 0;
    if (isNews) await tellAssessment(tx, visit, now);
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
    const earlier = await earlierOf(tx, actor, row);
    const summary = await summaryOffer(tx, actor, row, settings);
    return ok({ assessment: formView(row, { bank: asking, answers, earlier, summary }) });
  });
}

function answeredBy(actor: Actor, { patient_id: patientId }: VisitRow): AnsweredBy {
  if (isStaff(actor)) return 'desk';
  return patientId === actor.userId ? 'patient' : 'relative';
}
