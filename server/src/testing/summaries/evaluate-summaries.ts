/**
 * Runs made-up patients' answers through the same steps as real answers, with a language model
 * endpoint [ASSESS-5].
 */
import { randomUUID } from 'node:crypto';
import type { QuestionBank } from '@baari/contract/visit/question-bank.ts';
import { askModel, type ModelEndpoint } from '../../assessments/summary/model-client.ts';
import { requestBody } from '../../assessments/summary/request.rules.ts';
import { refusalOf } from '../../assessments/summary/verify-summary.rules.ts';
import { holds, scoreOf, sourceOfCase, summaryCase } from './summary-cases.ts';

export interface Outcome {
  readonly verdict: 'shown' | 'refused' | 'unanswered';
  readonly reason: string;
  readonly inventions: readonly string[];
  readonly omissions: readonly string[];
  /** The case's names and numbers that should have been removed but were sent to the model. */
  readonly leaked: readonly string[];
  readonly latencyMs: number;
}

/** Runs one case: builds the input, asks the endpoint, parses and verifies the summary. */
export async function playCase(
  bank: QuestionBank,
  endpoint: ModelEndpoint,
  { seed, number }: { readonly seed: number; readonly number: number },
): Promise<Outcome> {
  const one = summaryCase(bank, seed, number);
  const source = sourceOfCase(bank, one);
  const body = requestBody(endpoint.model, source, randomUUID());
  const leaked = one.secrets.filter((secret) => holds(body, secret));
  const began = performance.now();
  const answer = await askModel(endpoint, body, new AbortController().signal);
  const latencyMs = performance.now() - began;
  const nothing = { inventions: [], omissions: [], leaked, latencyMs };
  if (!answer.isAnswered) return { verdict: 'unanswered', reason: answer.why, ...nothing };
  const refusal = refusalOf(source.facts, answer.sentences);
  if (refusal !== undefined) return { verdict: 'refused', reason: refusal, ...nothing };
  const score = scoreOf(bank, one, source, answer.sentences);
  return { verdict: 'shown', reason: '', ...score, leaked, latencyMs };
}
