/** An assessment as it is asked, and as staff read it: one function each [ASSESS-1, ASSESS-3]. */
import type {
  AssessmentAlert,
  AssessmentForm,
  Insights,
  KioskForm,
  ListedAssessment,
  QuestionsPaper,
} from '@baari/contract/assessment.ts';
import { type InLanguages, wordsFor } from '@baari/contract/in-languages.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { MachineSummary } from '@baari/contract/summary.ts';
import {
  type Answers,
  type Asked,
  ageOn,
  insightsOf,
  labelsOf,
  paperQuestions,
  questionsFor,
  signsSaid,
  standingAnswers,
  stateOf,
  whatStays,
} from './assessment.rules.ts';
import type { ListedRow, PaperHeadRow, VisitRow } from './assessments.store.ts';
import type { QuestionBank } from '@baari/contract/question-bank.ts';

/** What is known of whoever is asked. */
export function askedOf(row: VisitRow): Asked {
  return {
    specialty: row.specialty,
    age: ageOn(row.today, { date: row.date_of_birth, year: row.birth_year }),
    gender: row.gender ?? undefined,
    isReturning: row.is_returning,
  };
}

interface FormParts {
  readonly bank: QuestionBank;
  readonly answers: Answers;
  readonly earlier: Answers;
  readonly summary: AssessmentForm['summary'];
  /** Of the words; all unless told. */
  readonly language: Language | undefined;
}

/** As it is filled in. */
export function formView(
  row: VisitRow,
  { bank, answers, earlier, summary, language }: FormParts,
): AssessmentForm {
  const inWords = (text: InLanguages) => wordsFor(text, language);
  const asked = askedOf(row);
  const questions = questionsFor(bank, asked, answers);
  return {
    visitId: row.visit_id,
    bank: bank.version,
    state: stateOf(questions, answers),
    emergencyNumbers: bank.emergencyNumbers,
    questions: questions.map((question) => ({
      ...question,
      ask: inWords(question.ask),
      help: question.help && inWords(question.help),
      options: question.options.map(({ id, label }) => ({ id, label: inWords(label) })),
    })),
    answers: standingAnswers(bank, asked, answers),
    earlier: whatStays(bank, earlier).filter(({ question }) => answers[question] === undefined),
    isFlagged: signsSaid(answers).length > 0,
    summary,
  };
}

/** As it is filled in at a kiosk, where nothing else of the visit is told. */
export function kioskFormView(
  row: VisitRow,
  { bank, answers }: { bank: QuestionBank; answers: Answers },
): KioskForm {
  const {
    visitId: _,
    earlier: __,
    summary: ___,
    ...shown
  } = formView(row, { bank, answers, earlier: {}, summary: null, language: undefined });
  return shown;
}

/** As it is printed, for a pen. */
export function paperView(
  row: VisitRow,
  { head, bank }: { head: PaperHeadRow; bank: QuestionBank },
): QuestionsPaper {
  return {
    bank: bank.version,
    emergencyNumbers: bank.emergencyNumbers,
    token: head.token,
    startsAt: head.starts_at?.toISOString() ?? null,
    doctorName: head.doctor_name,
    hospital: { name: head.hospital_name, timeZone: head.time_zone },
    questions: paperQuestions(bank, askedOf(row)),
  };
}

/** As whoever treats reads it. */
export function insightsView(
  row: VisitRow,
  current: QuestionBank,
  summary: MachineSummary | null,
): Insights {
  const bank = row.bank ?? current;
  return {
    visitId: row.visit_id,
    patientName: row.patient_name,
    token: row.token,
    state: row.state ?? 'none',
    answeredBy: row.answered_by,
    changedAt: row.changed_at?.toISOString() ?? null,
    symptoms: row.symptoms,
    lines: insightsOf(bank, askedOf(row), row.answers ?? {}),
    alert: alertView(row, bank),
    summary,
  };
}

type AlertColumns = Pick<ListedRow, 'signs' | 'raised_at' | 'due_at' | 'acknowledged_at'>;

function alertView(row: AlertColumns, bank: QuestionBank): AssessmentAlert | null {
  const { signs, raised_at: raised, due_at: due, acknowledged_at: acknowledged } = row;
  if (signs === null || raised === null || due === null) return null;
  return {
    signs: labelsOf(bank.signs.list, signs),
    raisedAt: raised.toISOString(),
    dueAt: due.toISOString(),
    acknowledgedAt: acknowledged?.toISOString() ?? null,
  };
}

export function listedView(row: ListedRow): ListedAssessment {
  return {
    visitId: row.visit_id,
    entryId: row.entry_id,
    appointmentId: row.appointment_id,
    patient: { id: row.patient_id, name: row.patient_name },
    token: row.token,
    doctorName: row.doctor_name,
    state: row.state,
    alert: alertView(row, row.bank),
    version: row.version,
  };
}
