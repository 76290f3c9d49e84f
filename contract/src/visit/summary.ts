/**
 * Summaries by a language model of a patient's answers before a visit, with the hospital's setting
 * and the patient's consent. Staff see them below the answers and never instead of them. Patients
 * never see them [ASSESS-5].
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, instant } from '../fields.ts';
import { seen } from '../seen.ts';

/** The most sentences of one summary. */
export const mostSummarySentences = 12;
export const mostNamedAnswers = 20;

export const summarySentence = z.object({
  text: z.string(),
  /** The questions whose answers the sentence is based on. */
  from: z.array(z.string()).max(mostNamedAnswers),
});
export type SummarySentence = z.infer<typeof summarySentence>;

export const machineSummary = z.object({
  sentences: z.array(summarySentence).max(mostSummarySentences),
  /** The name that the operator gave the model. */
  model: z.string(),
  madeAt: instant,
});
export type MachineSummary = z.infer<typeof machineSummary>;

const summarySetting = z.object({ isOn: z.boolean({ error: fieldMessages.choice }) });

const summaryReply = z.object({
  summaries: summarySetting,
  /**
   * The language model in use, and the host that runs it; null if the operator has configured none.
   */
  model: z.object({ name: z.string(), host: z.string(), aDay: z.int() }).nullable(),
  /**
   * The numbers of the last thirty days: summaries requested, summaries shown, summaries refused,
   * and requests that the language model did not answer.
   */
  counts: z.object({ asked: z.int(), shown: z.int(), refused: z.int(), unanswered: z.int() }),
});
export type SummaryReply = z.infer<typeof summaryReply>;

export const getSummaries = endpoint({
  method: 'GET',
  path: '/hospitals/me/summaries',
  summary: 'Get whether a language model summarises answers before a visit, and its counts',
  rows: ['ASSESS-5'],
  access: ['hospital_admin'],
  reply: summaryReply,
  problems: ['forbidden'],
});

export const setSummaries = endpoint({
  method: 'PUT',
  path: '/hospitals/me/summaries',
  summary: 'Turn summaries on or off; they stay off where the operator has configured no model',
  rows: ['ASSESS-5'],
  access: ['hospital_admin'],
  needsProof: true,
  body: summarySetting.extend({ seen: seen(summarySetting) }),
  reply: summaryReply,
  problems: ['forbidden', 'proof_required', 'changed_meanwhile', 'no_model'],
});
