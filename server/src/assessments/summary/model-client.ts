/**
 * Calls the operator's language model: one address, one try, at most five seconds, no redirects.
 * Never calls an address in a private network unless the operator has allowed that network
 * [ASSESS-5].
 */
import type { IncomingMessage } from 'node:http';
import type { SummarySentence } from '@baari/contract/visit/summary.ts';
import { z } from 'zod';
import { addressesWith } from '../../platform/outgoing/addresses.ts';
import { AddressError, postOutside, readUpTo } from '../../platform/outgoing/outgoing.ts';
import { modelAnswer } from './request.rules.ts';

export interface ModelEndpoint {
  /** The base URL of /chat/completions, without a trailing slash. */
  readonly url: string;
  readonly model: string;
  /** The API key of the language model; undefined for a local endpoint that needs no key. */
  readonly key: string | undefined;
  /** Private networks that the operator allows besides public addresses, such as 10.0.0.0/8. */
  readonly networks: readonly string[];
}

/** Why the language model gave no answer. */
type UnansweredFor =
  | 'slow'
  | 'away'
  | 'address'
  | 'status'
  | 'redirect'
  | 'too_large'
  | 'malformed'
  | 'stopped';

export type ModelAnswer =
  | { readonly isAnswered: true; readonly sentences: readonly SummarySentence[] }
  | { readonly isAnswered: false; readonly why: UnansweredFor };

const timeLimitMs = 5000;
const answerMaxBytes = 64 * 1024;

const unanswered = (why: UnansweredFor): ModelAnswer => ({ isAnswered: false, why });

/**
 * Sends a request to the language model and never throws. `signal` aborts the call when the server
 * process stops.
 */
export async function askModel(
  endpoint: ModelEndpoint,
  body: string,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const limit = AbortSignal.timeout(timeLimitMs);
  try {
    const answer = await post(endpoint, body, AbortSignal.any([limit, signal]));
    const status = answer.statusCode ?? 0;
    if (status >= 300 && status < 400) return drop(answer, 'redirect');
    if (status !== 200) return drop(answer, 'status');
    const text = await readUpTo(answer, answerMaxBytes);
    return text === undefined ? unanswered('too_large') : readAnswer(text);
  } catch (error) {
    if (signal.aborted) return unanswered('stopped');
    if (limit.aborted) return unanswered('slow');
    return unanswered(error instanceof AddressError ? 'address' : 'away');
  }
}

function drop(answer: IncomingMessage, why: UnansweredFor): ModelAnswer {
  answer.destroy();
  return unanswered(why);
}

function post(
  { url, key, networks }: ModelEndpoint,
  body: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const address = new URL(`${url}/chat/completions`);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  const addresses = addressesWith(allowedNetworks(address.hostname, networks));
  return postOutside({ url: address, headers, body, addresses, signal });
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Loopback addresses are allowed only if the URL itself names them. */
function allowedNetworks(hostname: string, networks: readonly string[]): readonly string[] {
  return loopbackNames.has(hostname) ? ['127.0.0.0/8', '::1/128'] : networks;
}

/**
 * Returns a function that checks an address. It allows public addresses and addresses in the given
 * networks. It allows loopback addresses only if the URL itself names them.
 */
export function allowedAddresses(
  hostname: string,
  networks: readonly string[],
): (address: string) => boolean {
  return addressesWith(allowedNetworks(hostname, networks)).isAllowed;
}

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

function readAnswer(text: string): ModelAnswer {
  const parsed = completion.safeParse(readJson(text));
  if (!parsed.success) return unanswered('malformed');
  const [choice] = parsed.data.choices;
  const summary = modelAnswer.safeParse(readJson(choice?.message.content ?? ''));
  if (!summary.success) return unanswered('malformed');
  return { isAnswered: true, sentences: summary.data.sentences };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON counts as no answer.
    return undefined;
  }
}
