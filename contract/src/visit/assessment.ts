/**
 * What a patient is asked before a visit, and what staff read of it [LAND-3, ASSESS-1…4]. It gives no
 * advice and decides on no urgency: it carries the patient's own answers to whoever treats.
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

/** The lines of what a doctor reads, in this order everywhere. */
export const insightLines = ['words', 'onset', 'course', 'signs', 'background', 'change'] as const;
export type InsightLine = (typeof insightLines)[number];

export const questionKinds = ['signs', 'text', 'choice', 'choices', 'number', 'list'] as const;

/** The question of the signs that cannot wait, which is asked first and in every bank. */
export const signsQuestion = 'signs';

/** Questions of one visit, and options of one question, at most. */
export const mostQuestions = 60;
export const mostOptions = 30;
/** Characters of one answer in words, at most. */
export const answerMaxLength = 1000;
/** Minutes after checking in at a kiosk for which the questions can be answered there. */
export const kioskMinutes = 15;
/** Minutes within which somebody of the staff says that they have seen a sign that cannot wait. */
export const acknowledgeMinutes = 5;
/** How often the administrators and the doctor are mailed while nobody has. */
export const mostEscalations = 3;
/** Visits in one answer, at most. */
export const assessmentsShown = 500;
/** Numbers to call in an emergency, at most. */
export const mostEmergencyNumbers = 4;

/** A text in each language that the questions are written in, English among them. */
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
  /** Of signs and choices. */
  options: z
    .array(z.object({ id, label: words, alone: z.literal(true).optional() }))
    .max(mostOptions),
  /** Of a number. */
  min: z.number().nullable(),
  max: z.number().nullable(),
});
export type Question = z.infer<typeof question>;

const ids = z.array(id).max(mostOptions, { error: fieldMessages.tooMany });

/** An answer as it is sent and kept; `none` is said of a list, `skipped` of anything. */
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
  /** The version of the questions; those of a visit stay the same once it was begun. */
  bank: z.string(),
  state: z.enum(assessmentStates),
  /** Where to call in the hospital's country, the first of them first. */
  emergencyNumbers: z.array(z.string()).min(1).max(mostEmergencyNumbers),
  /** The patient whom the questions name, where somebody else answers; null: the reader is the patient. */
  about: words.nullable(),
  /** Those that apply after what was answered so far, in their order. */
  questions: z.array(question).max(mostQuestions),
  /** How many questions there are at most, with those that open answers may bring up. Never grows with an answer. */
  atMost: z.int().min(1).max(mostQuestions),
  answers: z.array(answerBy).max(mostQuestions),
  /** What was said at an earlier visit and may still be true: to be confirmed, never taken as said. */
  earlier: z.array(answerBy).max(mostQuestions),
  /** A sign that cannot wait was answered with yes. */
  isFlagged: z.boolean(),
  /** A sign that cannot wait was said, and nobody of the staff has said yet that they have seen it. */
  hasOpenAlert: z.boolean(),
  /** Where a language model may sum the answers up for the doctor, if the patient lets the hospital; null: nobody is asked. */
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

/** The words of questions in this language, with English beside it; in every language unless told. */
const inLanguage = z.object({
  language: z.enum(languages, { error: fieldMessages.choice }).optional(),
});

export const getAssessment = endpoint({
  method: 'GET',
  path: '/visits/:id/assessment',
  summary: 'Get the questions before a visit, by the id of its entry or of its appointment',
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
  summary: 'Answer questions, one or several; the last answer to a question counts',
  rows: ['LAND-3', 'ASSESS-1', 'ASSESS-2'],
  access: everybody,
  params: idParams,
  query: inLanguage,
  body: answersGiven,
  reply: formReply,
  problems: ['not_found', 'illegal_transition'],
});

/** An earlier question of the paper, and what has to be ticked there, or must not be. */
const onlyIf = z.object({ question: id, is: ids.nullable(), not: ids.nullable() });

/** A question as it is printed: with every one that an answer may bring up, and what brings it up. */
const paperQuestion = question.extend({ onlyIf: onlyIf.nullable() });
export type PaperQuestion = z.infer<typeof paperQuestion>;

const paper = z.object({
  /** The version of the questions, which stands at the foot. */
  bank: z.string(),
  emergencyNumbers: z.array(z.string()).min(1).max(mostEmergencyNumbers),
  /** By which the desk finds the visit again: there is no name. */
  token: z.string().nullable(),
  /** Of a visit that is booked. */
  startsAt: nullableInstant,
  doctorName: z.string(),
  hospital: z.object({ name: z.string(), timeZone: z.string() }),
  questions: z.array(paperQuestion).max(mostQuestions),
});
export type QuestionsPaper = z.infer<typeof paper>;

export const printAssessment = endpoint({
  method: 'GET',
  path: '/visits/:id/assessment/paper',
  summary: 'Get the questions before a visit for print: every branch, no answer and no name',
  rows: ['ASSESS-4'],
  access: staff,
  params: idParams,
  reply: z.object({ paper }),
  problems: ['forbidden', 'not_found', 'illegal_transition'],
});

/** What lets in whoever was just checked in at a kiosk, there and for minutes. */
const atKiosk = { key: linkSecret, right: linkSecret };

/** As on the patient's own screen, without what was said elsewhere or before: anybody may stand there. */
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
  summary:
    'Open the questions before the visit of the patient who was just checked in at this kiosk',
  rows: ['ASSESS-4'],
  access: 'public',
  body: z.object(atKiosk),
  reply: kioskReply,
  problems: ['screen_unknown', 'kiosk_right_over'],
});

export const answerAtKiosk = endpoint({
  method: 'PUT',
  path: '/kiosk/questions',
  summary: 'Answer questions at a kiosk, one or several; the last answer to a question counts',
  rows: ['ASSESS-2', 'ASSESS-4'],
  access: 'public',
  body: answersGiven.extend(atKiosk),
  reply: kioskReply,
  problems: ['screen_unknown', 'kiosk_right_over'],
});

export const leaveKioskQuestions = endpoint({
  method: 'POST',
  path: '/kiosk/questions/end',
  summary: 'Close the questions at a kiosk: nothing opens them there any more',
  rows: ['ASSESS-4'],
  access: 'public',
  body: z.object(atKiosk),
  /** false: it had ended before. */
  reply: z.object({ wasOpen: z.boolean() }),
  problems: ['screen_unknown'],
});

const labels = z.array(words).max(mostOptions);

/** What was said to one question, as it is read. */
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

/** A yes to a sign that cannot wait, until somebody of the staff says that they have seen it. */
const alert = z.object({
  /** Every sign that was ever answered with yes, though it was taken back later. */
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
  /** Whose answers they are, lest paper be typed in for somebody else. */
  patientName: z.string(),
  token: z.string().nullable(),
  state: z.enum(assessmentStates),
  /**
   * Who answered last: the patient, somebody of the same account, the desk from paper, or whoever checked
   * in at a kiosk, who has shown no more than a token or digits; null: nobody.
   */
  answeredBy: answeredBy.nullable(),
  changedAt: nullableInstant,
  /** As written with the request. */
  symptoms: z.string().nullable(),
  lines: z.array(line).length(insightLines.length),
  alert: alert.nullable(),
  /** What a language model made of the answers, for staff, below them; null: nothing, as where it is off. */
  summary: machineSummary.nullable(),
});
export type Insights = z.infer<typeof insights>;

export const getInsights = endpoint({
  method: 'GET',
  path: '/visits/:id/insights',
  summary: 'Get what a patient answered before the visit, in six lines of one order',
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
  /** Counts its changes: of two that are told, the higher one is true. */
  version: z.int().min(0),
});
export type ListedAssessment = z.infer<typeof listed>;

/** What the staff of a hospital are told live when answers are there or an alert is raised or seen. */
export const assessmentTold = z.object({
  hospitalId: uuid,
  assessment: listed,
  /** Which the stream asked for: words are in it, with English beside it; without one in every language. */
  language: z.enum(languages).optional(),
});
export type AssessmentTold = z.infer<typeof assessmentTold>;

/** As the event log keeps it. */
export const assessmentInLog = z.object({ told: assessmentTold });

export const listAssessments = endpoint({
  method: 'GET',
  path: '/hospital/assessments',
  summary:
    "List the answers before open visits, today's bookings and later ones with an alert: alerts first",
  rows: ['LAND-3', 'ASSESS-2', 'ASSESS-3'],
  access: staff,
  query: inLanguage,
  reply: z.object({ assessments: z.array(listed).max(assessmentsShown) }),
  problems: ['forbidden'],
});

export const watchAssessments = endpoint({
  method: 'GET',
  path: '/hospital/assessments/watch',
  summary: 'Count the alerts that nobody has seen, with a mark that changes with any answer',
  rows: ['ASSESS-2'],
  access: staff,
  reply: z.object({
    alerts: z.int().min(0),
    /** Of them, those that nobody has seen to within the time. */
    overdue: z.int().min(0),
    mark: z.string(),
  }),
  problems: ['forbidden'],
});

export const acknowledgeAlert = endpoint({
  method: 'POST',
  path: '/visits/:id/assessment/acknowledge',
  summary:
    'Acknowledge the alert of a patient; the first who did stays on record. With `seen`, no alert that was raised since counts as seen',
  rows: ['ASSESS-2'],
  access: staff,
  params: idParams,
  /** `seen`: when the alert was raised that was looked at. */
  query: inLanguage.extend({ seen: instant.optional() }),
  reply: z.object({ insights }),
  problems: ['forbidden', 'not_found', 'entry_changed'],
});
