/** The views of an assessment for the patient and for staff [ASSESS-1, ASSESS-3]. */
import type {
  AssessmentAlert,
  AssessmentForm,
  PublishedAssessment,
  InsightFact,
  AnswerSummary,
  KioskForm,
  ListedAssessment,
  QuestionsPaper,
  Said,
} from '@baari/contract/visit/assessment.ts';
import { type InLanguages, wordsFor } from '@baari/contract/text/in-languages.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { OpenVisit } from '@baari/contract/visit/open-visits.ts';
import type { MachineSummary } from '@baari/contract/visit/summary.ts';
import { heldTimesView } from '../doctors/doctors.view.ts';
import {
  type Answers,
  type Asked,
  ageOn,
  insightsOf,
  labelsOf,
  mostQuestionsFor,
  namelessIn,
  paperQuestions,
  questionsFor,
  signsSaid,
  standingAnswers,
  stateOf,
  whatStays,
} from './assessment.rules.ts';
import type {
  AskedRow,
  ListedRow,
  OwnOpenRow,
  PaperHeadRow,
  VisitRow,
} from './assessments.store.ts';
import type { QuestionBank } from '@baari/contract/visit/question-bank.ts';

/**
 * Collects the facts about the patient that decide which questions are asked. `about` is the
 * patient's name if another person answers the questions.
 */
export function askedOf(row: AskedRow, about?: InLanguages): Asked {
  return {
    about,
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
  /** The language of the texts; if undefined, the texts come in all languages. */
  readonly language: Language | undefined;
  /** The name of the patient in the questions; undefined if the patient reads the questions. */
  readonly about: InLanguages | undefined;
}

/** The form with the questions as the patient sees it. */
export function formView(
  row: VisitRow,
  { bank, answers, earlier, summary, language, about }: FormParts,
): AssessmentForm {
  const inWords = (text: InLanguages) => wordsFor(text, language);
  const asked = askedOf(row, about);
  const questions = questionsFor(bank, asked, answers);
  return {
    visitId: row.visit_id,
    bank: bank.version,
    state: stateOf(questions, answers),
    emergencyNumbers: bank.emergencyNumbers,
    about: about === undefined ? null : inWords(about),
    atMost: mostQuestionsFor(bank, asked, answers),
    questions: questions.map((question) => ({
      ...question,
      ask: inWords(question.ask),
      help: question.help && inWords(question.help),
      options: question.options.map((option) => ({ ...option, label: inWords(option.label) })),
    })),
    answers: standingAnswers(bank, asked, answers),
    earlier: whatStays(bank, earlier).filter(({ question }) => answers[question] === undefined),
    isFlagged: signsSaid(answers).length > 0,
    hasOpenAlert: row.raised_at !== null && row.acknowledged_at === null,
    summary,
  };
}

/**
 * The view of a visit's answers beside an open queue entry in My Queue. If nothing was answered,
 * the questions are those of the current question bank, `bank`.
 */
export function openVisitView(row: OwnOpenRow, bank: QuestionBank): OpenVisit {
  const hasOpenAlert = row.raised_at !== null && row.acknowledged_at === null;
  const asking = row.bank ?? bank;
  const [asked, answers] = [askedOf(row), row.answers ?? {}];
  return {
    entryId: row.entry_id,
    answers: row.state ?? 'none',
    answered: standingAnswers(asking, asked, answers).length,
    atMost: mostQuestionsFor(asking, asked, answers),
    alertNumbers: hasOpenAlert ? asking.emergencyNumbers : null,
    promises: heldTimesView(row),
  };
}

/** The form with the questions as a kiosk shows it, without any other data of the visit. */
export function kioskFormView(
  row: VisitRow,
  { bank, answers }: { bank: QuestionBank; answers: Answers },
): KioskForm {
  const {
    visitId: _,
    earlier: __,
    summary: ___,
    hasOpenAlert: ____,
    ...shown
  } = formView(row, {
    bank,
    answers,
    earlier: {},
    summary: null,
    language: undefined,
    about: namelessIn(bank, askedOf(row)),
  });
  return shown;
}

/** The form with the questions, for printing. */
export function paperView(
  row: VisitRow,
  { head, bank }: { head: PaperHeadRow; bank: QuestionBank },
): QuestionsPaper {
  return {
    bank: bank.version,
    emergencyNumbers: bank.emergencyNumbers,
    token: head.token,
    startsAt: head.starts_at?.toISOString() ?? null,
    doctorName: head.line_name,
    hospital: { name: head.hospital_name, timeZone: head.time_zone },
    questions: paperQuestions(bank, askedOf(row, namelessIn(bank, askedOf(row)))),
  };
}

interface InsightsParts {
  /** The current question bank, used if the patient has not begun to answer. */
  readonly current: QuestionBank;
  readonly summary: MachineSummary | null;
  /** The language of the texts; if undefined, the texts come in all languages. */
  readonly language: Language | undefined;
}

/** The view of the patient's answers for the staff who treat the patient. */
export function insightsView(
  row: VisitRow,
  { current, summary, language }: InsightsParts,
): AnswerSummary {
  const bank = row.bank ?? current;
  return {
    visitId: row.visit_id,
    patientName: row.patient_name,
    token: row.token,
    state: row.state ?? 'none',
    answeredBy: row.answered_by,
    changedAt: row.changed_at?.toISOString() ?? null,
    symptoms: row.symptoms,
    lines: insightsOf(bank, askedOf(row), row.answers ?? {}).map(({ line, facts }) => ({
      line,
      facts: facts.map((fact) => factIn(fact, language)),
    })),
    alert: alertView(row, bank, language),
    summary,
  };
}

function factIn(
  { question, label, said }: InsightFact,
  language: Language | undefined,
): InsightFact {
  return { question, label: wordsFor(label, language), said: saidIn(said, language) };
}

function saidIn(said: Said, language: Language | undefined): Said {
  const inWords = (labels: readonly InLanguages[]) =>
    labels.map((label) => wordsFor(label, language));
  switch (said.kind) {
    case 'labels':
      return { kind: said.kind, labels: inWords(said.labels) };
    case 'signs': {
      const { kind, yes, no, unanswered } = said;
      return { kind, yes: inWords(yes), no: inWords(no), unanswered: inWords(unanswered) };
    }
    default:
      return said;
  }
}

type AlertColumns = Pick<ListedRow, 'signs' | 'raised_at' | 'due_at' | 'acknowledged_at'>;

function alertView(
  row: AlertColumns,
  bank: QuestionBank,
  language: Language | undefined,
): AssessmentAlert | null {
  const { signs, raised_at: raised, due_at: due, acknowledged_at: acknowledged } = row;
  if (signs === null || raised === null || due === null) return null;
  return {
    signs: labelsOf(bank.signs.list, signs).map((label) => wordsFor(label, language)),
    raisedAt: raised.toISOString(),
    dueAt: due.toISOString(),
    acknowledgedAt: acknowledged?.toISOString() ?? null,
  };
}

/**
 * One assessment in the staff's list. The texts are in the given language, or in all languages if
 * no language is given.
 */
export function listedView(row: ListedRow, language?: Language): ListedAssessment {
  return {
    visitId: row.visit_id,
    entryId: row.entry_id,
    appointmentId: row.appointment_id,
    patient: { id: row.patient_id, name: row.patient_name },
    token: row.token,
    doctorName: row.doctor_name,
    state: row.state,
    alert: alertView(row, row.bank, language),
    version: row.version,
  };
}

/**
 * The live event about an assessment, with texts in the language that the reader's stream
 * requested.
 */
export function publishedIn(
  published: PublishedAssessment,
  language: Language | undefined,
): PublishedAssessment {
  const { alert } = published.assessment;
  if (language === undefined) return published;
  const signs = alert?.signs.map((sign) => wordsFor(sign, language)) ?? [];
  const assessment = { ...published.assessment, alert: alert && { ...alert, signs } };
  return { ...published, language, assessment };
}
