/**
 * Questions for a patient before a visit, and the answers that staff read [LAND-3, ASSESS-1…4]. The
 * questions give no advice and decide no urgency. They only pass the patient's own answers to the
 * treating staff.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  fieldMessages,
  idParams,
  instant,
  linkSecret,
  nullableInstant,
  requiredText,
  uuid,
} from '../fields.ts';
import { languages } from '../languages.gen.ts';
import { machineSummary } from './summary.ts';

/**
 * The rows of the overview in which the doctor reads the patient's answers, in the same order on
 * every page.
 */
export const insightLines = ['words', 'onset', 'course', 'signs', 'background', 'change'] as const;
export type InsightLine = (typeof insightLines)[number];

export const questionKinds = ['signs', 'text', 'choice', 'choices', 'number', 'list'] as const;

/** The question about emergency signs, which comes first in every question bank. */
export const signsQuestion = 'signs';

/** The most questions that a patient is asked before one visit. */
export const mostQuestions = 60;
export const mostOptions = 30;
/** The most characters of a patient's text answer to one question. */
export const answerMaxLength = 1000;
/** Minutes after checking in at a kiosk within which the patient can answer the questions there. */
export const kioskMinutes = 15;
/** Minutes within which staff should acknowledge an emergency sign that a patient reported. */
export const acknowledgeMinutes = 5;
/**
 * How often the administrators and the doctor are mailed about an emergency sign that nobody has
 * acknowledged.
 */
export const mostEscalations = 3;
/** The most visits in one API response that lists patients' answers. */
export const assessmentsShown = 500;
/** The most emergency phone numbers of a hospital's country. */
export const mostEmergencyNumbers = 4;

/** A schema for a text in several languages. English is required. */
export function inLanguages(text: z.ZodString) {
  return z.intersection(z.partialRecord(z.enum(languages), text), z.strictObject({ en: text }));
}
const words = inLanguages(z.string());

const id = z
  .string({ error: fieldMessages.choice })
  .regex(/^[a-z][a-z0-9-]{0,39}$/u, { error: fieldMessages.choice });

const question = z.object({
  id,
  kind: z.enum(questionKinds),
  ask: words,
  help: words.nullable(),
  /**
   * The options of the question. Only questions of choice and the question about emergency signs
   * have options.
   */
  options: z
    .array(z.object({ id, label: words, alone: z.literal(true).optional() }))
    .max(mostOptions),
  /**
   * The smallest number that the patient may enter. Only a question that asks for a number has it.
   */
  min: z.number().nullable(),
  max: z.number().nullable(),
});
export type Question = z.infer<typeof question>;

const ids = z.array(id).max(mostOptions, { error: fieldMessages.tooMany });

/**
 * A patient's answer to one question, as sent and stored. `none`: the patient has nothing to list,
 * for example no medicines. `skipped`: the patient skipped the question.
 */
export const answer = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('skipped') }),
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('signs'), yes: ids, no: ids }),
    z.object({ kind: z.literal('chosen'), chosen: ids.min(1, { error: fieldMessages.required }) }),
    z.object({ kind: z.literal('text'), text: requiredText(answerMaxLength) }),
    z.object({
      kind: z.literal('number'),
      number: z.number({ error: fieldMessages.number }).int({ error: fieldMessages.number }),
    }),
  ],
  { error: fieldMessages.choice },
);
export type Answer = z.infer<typeof answer>;

const answerBy = z.object({ question: id, answer });
export const assessmentStates = ['none', 'begun', 'ready'] as const;
/**
 * The state of a patient's answers to the questions before a visit. `ready`: the patient answered
 * or skipped every question.
 */
export type AssessmentState = (typeof assessmentStates)[number];

const form = z.object({
  visitId: uuid,
  /**
   * The version of the questions. It does not change once the patient has begun to answer for this
   * visit.
   */
  bank: z.string(),
  state: z.enum(assessmentStates),
  /** Emergency numbers of the hospital's country, the most important first. */
  emergencyNumbers: z.array(z.string()).min(1).max(mostEmergencyNumbers),
  /**
   * The patient's name as used in the questions if another person answers; null if the patient
   * answers the questions.
   */
  about: words.nullable(),
  /** The questions that apply to the patient after the answers so far, in order. */
  questions: z.array(question).max(mostQuestions),
  /**
   * The most questions that the patient could still get, including conditional ones. The number
   * never grows with an answer.
   */
  atMost: z.int().min(1).max(mostQuestions),
  answers: z.array(answerBy).max(mostQuestions),
  /**
   * Answers from an earlier visit that may still be true. The patient must confirm each of them
   * before it counts for this visit.
   */
  earlier: z.array(answerBy).max(mostQuestions),
  /** Whether the patient answered yes to an emergency sign. */
  isFlagged: z.boolean(),
  /**
   * Whether the patient reported an emergency sign that no member of staff has acknowledged yet.
   */
  hasOpenAlert: z.boolean(),
  /**
   * The language model that may summarise the answers if the patient consents. If it is null, the
   * patient is not asked for consent.
   */
  summary: z
    .object({
      hospital: z.object({ id: uuid, name: z.string() }),
      isGiven: z.boolean(),
      isSaid: z.boolean(),
    })
    .nullable(),
});
export type AssessmentForm = z.infer<typeof form>;
const formReply = z.object({ assessment: form });

const everybody = ['patient', 'doctor', 'receptionist', 'hospital_admin'] as const;
const staff = ['doctor', 'receptionist', 'hospital_admin'] as const;

/**
 * The language of the questions' texts. English texts are always sent too. By default the response
 * has every language.
 */
const inLanguage = z.object({
  language: z.enum(languages, { error: fieldMessages.choice }).optional(),
});

export const getAssessment = endpoint({
  method: 'GET',
  path: '/visits/:id/assessment',
  summary: 'Get the questions before a visit, by the id of its entry or appointment',
  rows: ['LAND-3', 'ASSESS-1'],
  access: everybody,
  params: idParams,
  query: inLanguage,
  reply: formReply,
  problems: ['not_found', 'illegal_transition'],
});

const answersGiven = z.object({
  answers: z
    .array(answerBy)
    .min(1, { error: fieldMessages.required })
    .max(mostQuestions, { error: fieldMessages.tooMany }),
});

export const answerAssessment = endpoint({
  method: 'PUT',
  path: '/visits/:id/assessment',
  summary: 'Answer one or several questions; the last answer to a question counts',
  rows: ['LAND-3', 'ASSESS-1', 'ASSESS-2'],
  access: everybody,
  params: idParams,
  query: inLanguage,
  body: answersGiven,
  reply: formReply,
  problems: ['not_found', 'illegal_transition'],
});

/**
 * The condition for a printed question: an earlier question, and which of its options must or must
 * not be ticked.
 */
const onlyIf = z.object({ question: id, is: ids.nullable(), not: ids.nullable() });

/**
 * A question on the paper form. The paper form has all conditional questions, each with its
 * condition.
 */
const paperQuestion = question.extend({ onlyIf: onlyIf.nullable() });
export type PaperQuestion = z.infer<typeof paperQuestion>;

const paper = z.object({
  /** The version of the questions, which is printed at the foot of the paper form. */
  bank: z.string(),
  emergencyNumbers: z.array(z.string()).min(1).max(mostEmergencyNumbers),
  /**
   * The token number by which the desk finds the visit again, because the paper form has no name.
   */
  token: z.string().nullable(),
  /** When the visit is booked for; null for a visit without a booking. */
  startsAt: nullableInstant,
  doctorName: z.string(),
  hospital: z.object({ name: z.string(), timeZone: z.string() }),
  questions: z.array(paperQuestion).max(mostQuestions),
});
export type QuestionsPaper = z.infer<typeof paper>;

export const printAssessment = endpoint({
  method: 'GET',
  path: '/visits/:id/assessment/paper',
  summary: 'Get the questions before a visit for printing: every branch, no answers and no name',
  rows: ['ASSESS-4'],
  access: staff,
  params: idParams,
  reply: z.object({ paper }),
  problems: ['forbidden', 'not_found', 'illegal_transition'],
});

/**
 * The proof that a patient has just checked in at a kiosk. With it, the patient may answer the
 * questions at the kiosk for some minutes.
 */
const atKiosk = { key: linkSecret, right: linkSecret };

/**
 * The patient's questions without earlier answers or answers from other devices, because other
 * people may see the kiosk's screen.
 */
const kioskForm = form.omit({
  visitId: true,
  earlier: true,
  summary: true,
  hasOpenAlert: true,
});
export type KioskForm = z.infer<typeof kioskForm>;
const kioskReply = z.object({ assessment: kioskForm });

export const openKioskQuestions = endpoint({
  method: 'POST',
  path: '/kiosk/questions',
  summary: 'Open the questions before the visit for the patient just checked in at this kiosk',
  rows: ['ASSESS-4'],
  access: 'public',
  body: z.object(atKiosk),
  reply: kioskReply,
  problems: ['screen_unknown', 'kiosk_right_over'],
});

export const answerAtKiosk = endpoint({
  method: 'PUT',
  path: '/kiosk/questions',
  summary: 'Answer one or several questions at a kiosk; the last answer to a question counts',
  rows: ['ASSESS-2', 'ASSESS-4'],
  access: 'public',
  body: answersGiven.extend(atKiosk),
  reply: kioskReply,
  problems: ['screen_unknown', 'kiosk_right_over'],
});

export const leaveKioskQuestions = endpoint({
  method: 'POST',
  path: '/kiosk/questions/end',
  summary: 'Close the questions at a kiosk; they cannot be opened there again',
  rows: ['ASSESS-4'],
  access: 'public',
  body: z.object(atKiosk),
  /**
   * Whether the patient could still answer the questions at the kiosk. It is false if the time for
   * answering had already ended.
   */
  reply: z.object({ wasOpen: z.boolean() }),
  problems: ['screen_unknown'],
});

const labels = z.array(words).max(mostOptions);

/** The patient's answer to one question, as staff read it. */
const said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('skipped') }),
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('number'), number: z.number(), max: z.number().nullable() }),
  z.object({ kind: z.literal('labels'), labels }),
  z.object({ kind: z.literal('signs'), yes: labels, no: labels, unanswered: labels }),
]);
export type Said = z.infer<typeof said>;

const fact = z.object({ question: id, label: words, said });
export type InsightFact = z.infer<typeof fact>;

const line = z.object({ line: z.enum(insightLines), facts: z.array(fact).max(mostQuestions) });

/**
 * An alert to staff: the patient answered yes to an emergency sign. It lasts until a member of
 * staff acknowledges it.
 */
const alert = z.object({
  /**
   * Every emergency sign to which the patient ever answered yes, including answers that the patient
   * changed later.
   */
  signs: labels,
  raisedAt: instant,
  dueAt: instant,
  acknowledgedAt: nullableInstant,
});
export type AssessmentAlert = z.infer<typeof alert>;

const answeredBy = z.enum(['patient', 'relative', 'desk', 'kiosk']);
export type AnsweredBy = z.infer<typeof answeredBy>;

const insights = z.object({
  visitId: uuid,
  /** The patient's name, so that paper answers are not typed in for the wrong patient. */
  patientName: z.string(),
  token: z.string().nullable(),
  state: z.enum(assessmentStates),
  /**
   * Who gave the last answer; null if nobody has answered. `kiosk`: a person who showed only a
   * token number or four digits. `desk`: staff, who typed the answers from paper.
   */
  answeredBy: answeredBy.nullable(),
  changedAt: nullableInstant,
  /** The symptoms as written in the request. */
  symptoms: z.string().nullable(),
  lines: z.array(line).length(insightLines.length),
  alert: alert.nullable(),
  /**
   * A language model's summary of the patient's answers; null if there is none. Staff see it below
   * the answers.
   */
  summary: machineSummary.nullable(),
});
export type AnswerSummary = z.infer<typeof insights>;

export const getInsights = endpoint({
  method: 'GET',
  path: '/visits/:id/insights',
  summary: "Get a patient's answers before the visit, in six lines of a fixed order",
  rows: ['LAND-3', 'ASSESS-3'],
  access: staff,
  params: idParams,
  query: inLanguage,
  reply: z.object({ insights }),
  problems: ['forbidden', 'not_found'],
});

const listed = z.object({
  visitId: uuid,
  entryId: uuid.nullable(),
  appointmentId: uuid.nullable(),
  patient: z.object({ id: uuid, name: z.string() }),
  token: z.string().nullable(),
  doctorName: z.string(),
  state: z.enum(['begun', 'ready']),
  alert: alert.nullable(),
  /**
   * The version of the patient's answers, which rises with each change. Of two received versions,
   * the higher one is current.
   */
  version: z.int().min(0),
});
export type ListedAssessment = z.infer<typeof listed>;

/**
 * The live event that a hospital's staff receive when a patient answers, or when an alert about an
 * emergency sign is raised or acknowledged.
 */
export const publishedAssessment = z.object({
  hospitalId: uuid,
  assessment: listed,
  /**
   * The language of the live stream. The texts of the questions are in this language and in
   * English. Without a language, they are in every language.
   */
  language: z.enum(languages).optional(),
});
export type PublishedAssessment = z.infer<typeof publishedAssessment>;

/** The live event about a patient's answers, as the event log stores it. */
export const assessmentInLog = z.object({ told: publishedAssessment });

export const listAssessments = endpoint({
  method: 'GET',
  path: '/hospital/assessments',
  summary:
    "List the answers of open visits, today's bookings and later ones with an alert; alerts first",
  rows: ['LAND-3', 'ASSESS-2', 'ASSESS-3'],
  access: staff,
  query: inLanguage,
  reply: z.object({ assessments: z.array(listed).max(assessmentsShown) }),
  problems: ['forbidden'],
});

export const watchAssessments = endpoint({
  method: 'GET',
  path: '/hospital/assessments/watch',
  summary: 'Count the unacknowledged alerts, with a mark that changes with any answer',
  rows: ['ASSESS-2'],
  access: staff,
  reply: z.object({
    alerts: z.int().min(0),
    /** How many of the open alerts about emergency signs were not acknowledged in time. */
    overdue: z.int().min(0),
    mark: z.string(),
  }),
  problems: ['forbidden'],
});

export const acknowledgeAlert = endpoint({
  method: 'POST',
  path: '/visits/:id/assessment/acknowledge',
  summary:
    "Acknowledge a patient's alert; the first to do so is recorded. With `seen`, alerts raised since then stay open",
  rows: ['ASSESS-2'],
  access: staff,
  params: idParams,
  /** `seen`: the time of the alert that the user saw and acknowledges. */
  query: inLanguage.extend({ seen: instant.optional() }),
  reply: z.object({ insights }),
  problems: ['forbidden', 'not_found', 'entry_changed'],
});
