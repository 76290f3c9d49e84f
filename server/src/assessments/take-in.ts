/**
 * Stores answers to the questions before a visit from any source. Raises an alert if the answers
 * report an emergency sign [ASSESS-1, ASSESS-2].
 */
import type { AnsweredBy } from '@baari/contract/visit/assessment.ts';
import type { QuestionBank } from '@baari/contract/visit/question-bank.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result } from '../platform/result.ts';
import {
  type AnswerBy,
  type Answers,
  questionsFor,
  signsSaid,
  stateOf,
  takeAnswers,
} from './assessment.rules.ts';
import { noteAlert, publishAssessment } from './assessment-event.ts';
import {
  findVisit,
  lockAssessment,
  raiseAlert,
  type VisitRow,
  writeAnswers,
} from './assessments.store.ts';
import { askedOf } from './assessments.view.ts';

interface Taken {
  /** The visit as it was before these answers were stored. */
  readonly row: VisitRow;
  /** The version of the question bank with which the patient began to answer. */
  readonly asking: QuestionBank;
  readonly answers: Answers;
  /** Whether these answers reported a new emergency sign. */
  readonly isRaised: boolean;
}

/**
 * Stores answers within the caller's transaction. The caller has checked the right to answer. If an
 * answer is invalid, nothing is stored.
 */
export async function takeIn(
  tx: Queryable,
  seen: VisitRow,
  {
    bank,
    by,
    answers: given,
    now,
  }: {
    readonly bank: QuestionBank;
    readonly by: AnsweredBy;
    readonly answers: readonly AnswerBy[];
    readonly now: Date;
  },
): Promise<Result<Taken>> {
  await lockAssessment(tx, seen, { bank: bank.version, by, now });
  const row = (await findVisit(tx, seen.entry_id ?? seen.visit_id, now)) ?? seen;
  const asking = row.bank ?? bank;
  const taken = takeAnswers(asking, askedOf(row), row.answers ?? {}, given);
  if (!taken.ok) return taken;
  const answers = taken.value;
  const state = stateOf(questionsFor(asking, askedOf(row), answers), answers);
  await writeAnswers(tx, row.visit_id, { answers, state, by, now });
  const visit = { visitId: row.visit_id, hospitalId: row.hospital_id };
  const isRaised = await raiseAlert(tx, { ...visit, signs: signsSaid(answers) }, now);
  const alert = { ...visit, lineId: row.doctor_id, type: 'alert.raised' } as const;
  if (isRaised) await noteAlert(tx, alert, now);
  // The staff's list changes only at the first and the last answer. The answers between them
  // publish no event.
  const isNews = isRaised || state === 'ready' || state !== row.state || row.version === 0;
  if (isNews) await publishAssessment(tx, visit, now);
  return ok({ row, asking, answers, isRaised });
}
