/**
 * Questions for a patient before a visit, and the answers that staff read [LAND-3, ASSESS-1…4]. It
 * gives no advice and decides no urgency: it carries the patient's own answers to the treating
 * staff.
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

/** The lines of the doctor's overview, in the same order everywhere. */
export const insightLines = ['words', 'onset', 'course', 'signs', 'background', 'change'] as const;
export type InsightLine = (typeof insightLines)[number];

export const questionKinds = ['signs', 'text', 'choice', 'choices', 'number', 'list'] as const;

/** The question about red-flag signs, which comes first in every question bank. */
export const signsQuestion = 'signs';

/** The most questions of one visit, and options of one question. */
export const mostQuestions = 60;
export const mostOptions = 30;
/** The most characters of one text answer. */
export const answerMaxLength = 1000;
/** Minutes after checking in at a kiosk within which the questions can be answered there. */
export const kioskMinutes = 15;
/** Minutes within which staff should acknowledge a red-flag sign. */
export const acknowledgeMinutes = 5;
/** How often the administrators and the doctor are mailed about an unacknowledged sign. */
export const mostEscalations = 3;
/** The most visits in one answer. */
export const assessmentsShown = 500;
/** The most emergency numbers in one answer. */
export const mostEmergencyNumbers = 4;

/** A text in each language of the questions, English included. */
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
  /** The options; only for signs and choices. */
  options: z
    .array(z.object({ id, label: words, alone: z.literal(true).optional() }))
    .max(mostOptions),
  /** The smallest number; only for a number. */
  min: z.number().nullable(),
  max: z.number().nullable(),
});
export type Question = z.infer<typeof question>;

const ids = z.array(id).max(mostOptions, { error: fieldMessages.tooMany });

/** An answer as sent and stored; `none` answers a list, `skipped` any question. */
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
/** `ready`: every question was answered or skipped. */
export type AssessmentState = (typeof assessmentStates)[number];

const form = z.object({
  visitId: uuid,
  /** The version of the questions; it does not change once answers for a visit have begun. */
  bank: z.string(),
  state: z.enum(assessmentStates),
  /** Emergency numbers of the hospital's country, the most important first. */
  emergencyNumbers: z.array(z.string()).min(1).max(mostEmergencyNumbers),
  /**
   * The patient's name in the questions if somebody else answers; null if the reader is the patient.
   */
  about: words.nullable(),
  /** The questions that apply after the answers so far, in order. */
  questions: z.array(question).max(mostQuestions),
  /**
   * The most questions that could follow, including conditional ones. Never grows with an answer.
   */
  atMost: z.int().min(1).max(mostQuestions),
  answers: z.array(answerBy).max(mostQuestions),
  /**
   * Answers from an earlier visit that may still be true. The patient must confirm them; they are never assumed.
   */
  earlier: z.array(answerBy).max(mostQuestions),
  /** A red-flag sign was answered with yes. */
  isFlagged: z.boolean(),
  /** A red-flag sign was reported, and no member of staff has acknowledged it yet. */
  hasOpenAlert: z.boolean(),
  /**
   * The language model that may summarise the answers with the patient's consent; null: consent is
   * not asked.
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

/** The language of the questions' texts, besides English; every language by default. */
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
 * The condition of a printed question: an earlier question, with options that must or must not be
 * ticked.
 */
const onlyIf = z.object({ question: id, is: ids.nullable(), not: ids.nullable() });

/** A printed question: all conditional questions are included, with their conditions. */
const paperQuestion = question.extend({ onlyIf: onlyIf.nullable() });
export type PaperQuestion = z.infer<typeof paperQuestion>;

const paper = z.object({
  /** The version of the questions, which is printed at the foot. */
  bank: z.string(),
  emergencyNumbers: z.array(z.string()).min(1).max(mostEmergencyNumbers),
  /** The token by which the desk finds the visit again: the paper has no name. */
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

/** The right of a patient just checked in at a kiosk, for some minutes at that kiosk. */
const atKiosk = { key: linkSecret, right: linkSecret };

/**
 * The patient's form without earlier answers or answers from other devices: others may stand at the
 * kiosk.
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
  /** Whether the right still existed; false if it had already ended. */
  reply: z.object({ wasOpen: z.boolean() }),
  problems: ['screen_unknown'],
});

const labels = z.array(words).max(mostOptions);

/** The answer to one question, as staff read it. */
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

/** A red-flag sign answered with yes, until a member of staff acknowledges it. */
const alert = z.object({
  /** Every sign ever answered with yes, including answers changed later. */
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
   * Who answered last; null: nobody. `kiosk`: a person who showed only a token or four digits. `desk`: staff, typed
   * from paper.
   */
  answeredBy: answeredBy.nullable(),
  changedAt: nullableInstant,
  /** The symptoms as written in the request. */
  symptoms: z.string().nullable(),
  lines: z.array(line).length(insightLines.length),
  alert: alert.nullable(),
  /**
   * A language model's summary of the answers, shown to staff below them; null if there is none.
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
  /** Rises with each change: of two received versions, the higher one is current. */
  version: z.int().min(0),
});
export type ListedAssessment = z.infer<typeof listed>;

/**
 * The live event to a hospital's staff when answers arrive or an alert is raised or acknowledged.
 */
export const publishedAssessment = z.object({
  hospitalId: uuid,
  assessment: listed,
  /** The stream's language: texts are in it and in English; without one, in every language. */
  language: z.enum(languages).optional(),
});
export type PublishedAssessment = z.infer<typeof publishedAssessment>;

/** The event as the event log stores it. */
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
    /** How many of these alerts were not acknowledged in time. */
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
  /** `seen`: the time of the alert that the caller looked at. */
  query: inLanguage.extend({ seen: instant.optional() }),
  reply: z.object({ insights }),
  problems: ['forbidden', 'not_found', 'entry_changed'],
});
