/**
 * What a language model makes of answers before a visit, where a hospital turned it on and the patient
 * agreed: for staff, below the answers, never instead of them and never for patients [ASSESS-5].
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, instant } from '../fields.ts';
import { seen } from '../seen.ts';

/** Sentences of one summary, and answers that one names, at most. */
export const mostSummarySentences = 12;
export const mostNamedAnswers = 20;

export const summarySentence = z.object({
  text: z.string(),
  /** The questions whose answers it is made of. */
  from: z.array(z.string()).max(mostNamedAnswers),
});
export type SummarySentence = z.infer<typeof summarySentence>;

export const machineSummary = z.object({
  sentences: z.array(summarySentence).max(mostSummarySentences),
  /** As the operator names it. */
  model: z.string(),
  madeAt: instant,
});
export type MachineSummary = z.infer<typeof machineSummary>;

/** Whether a hospital has answers summed up. */
const summarySetting = z.object({ isOn: z.boolean({ error: fieldMessages.choice }) });

const summaryReply = z.object({
  summaries: summarySetting,
  /** The model that would be asked, and the host it is reached at; null: the operator has set none up. */
  model: z.object({ name: z.string(), host: z.string(), aDay: z.int() }).nullable(),
  /** Of the last thirty days. */
  counts: z.object({ asked: z.int(), shown: z.int(), refused: z.int(), unanswered: z.int() }),
});
export type SummaryReply = z.infer<typeof summaryReply>;

export const getSummaries = endpoint({
  method: 'GET',
  path: '/hospitals/me/summaries',
  summary: 'Get whether a language model sums up answers before a visit, and what came of it',
  rows: ['ASSESS-5'],
  access: ['hospital_admin'],
  reply: summaryReply,
  problems: ['forbidden'],
});

export const setSummaries = endpoint({
  method: 'PUT',
  path: '/hospitals/me/summaries',
  summary: 'Turn summaries on or off; where the operator has set no model up they stay off',
  rows: ['ASSESS-5'],
  access: ['hospital_admin'],
  needsProof: true,
  body: summarySetting.extend({ seen: seen(summarySetting) }),
  reply: summaryReply,
  problems: ['forbidden', 'proof_required', 'changed_meanwhile', 'no_model'],
});
