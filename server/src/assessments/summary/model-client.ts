/**
 * Calls the operator's language model: one address, one try, at most five seconds, no redirects.
 * Never calls an address in a private network unless the operator has allowed that network
 * [ASSESS-5].
 */
import { lookup } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { SummarySentence } from '@baari/contract/visit/summary.ts';
import { z } from 'zod';
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
    const text = await readAll(answer);
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
  const allowed = allowedAddresses(address.hostname, networks);
  const literal = address.hostname.replaceAll(/[[\]]/gu, '');
  if (isIP(literal) !== 0 && !allowed(literal)) return Promise.reject(new AddressError());
  const options: RequestOptions = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    signal,
    // No keep-alive, because the model's server might be closing a reused connection.
    agent: false,
    lookup: lookupAmong(allowed),
  };
  const request = address.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(address, options, resolve)
      .on('error', reject)
      // A server that does not speak HTTP closes the connection without an error event.
      .on('close', () => reject(new Error('The connection was closed without an answer.')))
      .end(body);
  });
}

class AddressError extends Error {}

/**
 * Resolves a host name, and refuses the name if any of its addresses is not allowed. The connection
 * uses the checked address, which prevents DNS rebinding.
 */
function lookupAmong(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error !== null || first === undefined) {
        callback(error ?? new AddressError(), '', 0);
      } else if (!found.every(({ address }) => isAllowed(address))) {
        callback(new AddressError(), '', 0);
      } else if (options.all === true) {
        callback(null, found);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

/** Private and reserved networks. A host name that resolves to such a network is internal. */
const inner = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns a function that checks an address. It allows public addresses and addresses in the given
 * networks. It allows loopback addresses only if the URL itself names them.
 */
export function allowedAddresses(
  hostname: string,
  networks: readonly string[],
): (address: string) => boolean {
  const refused = listOf(inner);
  const named = listOf(loopbackNames.has(hostname) ? ['127.0.0.0/8', '::1/128'] : networks);
  return (address) => {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    return named.check(address, family) || !refused.check(address, family);
  };
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/**
 * Reads the whole response of the model; returns undefined if the response is longer than allowed.
 */
async function readAll(answer: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    const bytes: Buffer = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
    size += bytes.length;
    if (size > answerMaxBytes) return undefined;
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
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
