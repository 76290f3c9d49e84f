/**
 * Queries on assessments: the questions with answers, the six lines, and the list for staff
 * [ASSESS-1…3].
 */
import type {
  AssessmentForm,
  AnswerSummary,
  listAssessments as listCall,
  QuestionsPaper,
  watchAssessments as watchCall,
} from '@baari/contract/visit/assessment.ts';
import type { OpenVisit } from '@baari/contract/visit/open-visits.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { InLanguages } from '@baari/contract/text/in-languages.ts';
import type { Language } from '@baari/contract/languages.ts';
import { type Actor, isStaff } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Context, PatientContext, StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import type { Answers } from './assessment.rules.ts';
import { maySeeVisit } from './assessments.access.ts';
import {
  findEarlierAnswers,
  findPaperHead,
  findVisit,
  listOpen,
  listOwnOpen,
  type VisitRow,
  watchOpen,
} from './assessments.store.ts';
import {
  formView,
  insightsView,
  listedView,
  openVisitView,
  paperView,
} from './assessments.view.ts';
import type { QuestionBank } from '@baari/contract/visit/question-bank.ts';
import type { SummarySettings } from './summary/sum-up.ts';
import { findMachineSummary, summaryOffer } from './summary/summaries.query.ts';

/**
 * The question bank and the language model for summaries; `settings` is undefined without a model.
 */
export interface Asking {
  readonly bank: QuestionBank;
  readonly settings: SummarySettings | undefined;
}

/**
 * The questions of this visit with the answers so far. The visit of another patient or hospital is
 * not found.
 */
export async function getAssessment(
  context: Context<Actor>,
  { bank, settings }: Asking,
  id: string,
  language: Language | undefined,
): Promise<Result<{ assessment: AssessmentForm }>> {
  const { db, actor, clock } = context;
  const row = await findVisit(db, id, clock.now());
  if (row === undefined || !maySeeVisit(actor, row)) return refuse('not_found');
  if (!row.is_open) return refuse('illegal_transition');
  const earlier = await earlierOf(db, actor, row);
  if (isStaff(actor)) {
    await recordAudit(
      db,
      { ...context, actor },
      {
        action: 'read assessment form',
        patientIds: [row.patient_id],
        entryId: row.entry_id ?? undefined,
      },
    );
  }
  const answers = row.answers ?? {};
  const summary = await summaryOffer(db, actor, row, settings);
  return ok({
    assessment: formView(row, {
      bank: row.bank ?? bank,
      answers,
      earlier,
      summary,
      language,
      about: namedTo(actor, row),
    }),
  });
}

/**
 * What My Queue shows beside each open visit of the account's people [ASSESS-2, LAND-2, QST-12].
 */
export async function listOpenVisits(
  { db, actor, clock }: PatientContext,
  bank: QuestionBank,
): Promise<Result<{ visits: OpenVisit[] }>> {
  const rows = await listOwnOpen(db, actor.userId, clock.now());
  return ok({ visits: rows.map((row) => openVisitView(row, bank)) });
}

/**
 * The patient's name for questions that somebody else reads; undefined if the reader is the
 * patient.
 */
export function namedTo(actor: Actor, row: VisitRow): InLanguages | undefined {
  const isOwn = !isStaff(actor) && row.patient_id === actor.userId;
  return isOwn ? undefined : { en: row.patient_name };
}

/**
 * The patient's answers from earlier visits. Patients see their answers at every hospital, staff
 * only those at their own hospital.
 */
export function earlierOf(
  db: Queryable,
  actor: Actor,
  { patient_id: patientId, visit_id: besides }: VisitRow,
): Promise<Answers> {
  const hospitalId = isStaff(actor) ? actor.hospitalId : undefined;
  return findEarlierAnswers(db, patientId, { besides, hospitalId });
}

/**
 * The questions of a visit for a paper form. The questions reveal facts about the patient, so the
 * read is recorded.
 */
export async function printAssessment(
  context: StaffContext,
  bank: QuestionBank,
  id: string,
): Promise<Result<{ paper: QuestionsPaper }>> {
  const { db, actor, clock } = context;
  const row = await findVisit(db, id, clock.now());
  if (row === undefined || !maySeeVisit(actor, row)) return refuse('not_found');
  if (!row.is_open) return refuse('illegal_transition');
  const head = await findPaperHead(db, row);
  await recordAudit(db, context, {
    action: 'print questions',
    patientIds: [row.patient_id],
    entryId: row.entry_id ?? undefined,
  });
  return ok({ paper: paperView(row, { head, bank: row.bank ?? bank }) });
}

export async function getInsights(
  context: StaffContext,
  bank: QuestionBank,
  id: string,
  language: Language | undefined,
): Promise<Result<{ insights: AnswerSummary }>> {
  const { db, actor, clock } = context;
  const row = await findVisit(db, id, clock.now());
  if (row === undefined || !maySeeVisit(actor, row)) return refuse('not_found');
  await recordAudit(db, context, {
    action: 'read assessment',
    patientIds: [row.patient_id],
    entryId: row.entry_id ?? undefined,
  });
  const summary = await findMachineSummary(db, row);
  return ok({ insights: insightsView(row, { current: bank, summary, language }) });
}

export async function listAssessments(
  context: StaffContext,
  language: Language | undefined,
): Promise<Result<ReplyOf<typeof listCall>>> {
  const { db, actor, clock } = context;
  const rows = await listOpen(db, actor.hospitalId, clock.now());
  await recordAudit(db, context, {
    action: 'read assessments',
    patientIds: [...new Set(rows.map((row) => row.patient_id))],
  });
  return ok({ assessments: rows.map((row) => listedView(row, language)) });
}

/** Counts of open and overdue alerts for the staff's screens, without names. */
export async function watchAssessments({
  db,
  actor,
  clock,
}: StaffContext): Promise<Result<ReplyOf<typeof watchCall>>> {
  const { alerts, overdue, changed, visits } = await watchOpen(db, actor.hospitalId, clock.now());
  return ok({ alerts, overdue, mark: `${visits}-${changed?.getTime() ?? 0}` });
}
