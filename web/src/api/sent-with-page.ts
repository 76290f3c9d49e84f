/**
 * The responses to the page's first requests, which the server embedded in the page [decision 025].
 */
import type { Endpoint, ParamsOf, QueryInputOf, ReplyOf } from '@baari/contract/endpoint.ts';
import { type SentWithPage, sentWithPageId } from '@baari/contract/sent-with-page.ts';
import { learnFromPage } from '../clock/clock.ts';
import { urlOf } from './url.ts';

/**
 * The maximum age of embedded responses in milliseconds. If the page loads more slowly, it requests
 * the data again.
 */
const believedMs = 15_000;

interface Left {
  user?: SentWithPage['user'];
  place?: string | undefined;
  readonly language?: SentWithPage['language'];
  readonly answers: Map<string, unknown>;
}

let left: Left | undefined;

/**
 * The signed-in user embedded in the page; null for nobody. Undefined from the second call on, so that the page asks
 * the server.
 */
export function takeUserSent(): SentWithPage['user'] | undefined {
  const sent = whatIsLeft();
  const { user } = sent;
  delete sent.user;
  return user;
}

/**
 * The response to a read that the server embedded in the page. Undefined if no response is
 * embedded, and from the second call on, so that the page asks the server.
 */
export function takeAnswerSent<const E extends Endpoint>(
  { path }: E,
  { params, query }: { params?: ParamsOf<E>; query?: QueryInputOf<E> } = {},
): ReplyOf<E> | undefined {
  const { answers } = whatIsLeft();
  const url = `/api${urlOf(path, params, query)}`;
  const answer = answers.get(url);
  answers.delete(url);
  // oxlint-disable-next-line no-unsafe-type-assertion -- what the endpoint answered a moment ago
  return answer as ReplyOf<E> | undefined;
}

/**
 * The value of `initialDataUpdatedAt` for embedded responses that contain names of lines. It is 0
 * if they are in another language than the page, so that the page fetches them again.
 */
export function readAtOfSent(): number | undefined {
  const { language } = whatIsLeft();
  const isOther = language !== undefined && language !== document.documentElement.lang;
  return isOther ? 0 : undefined;
}

/**
 * The id of the last live event that the embedded responses include. Undefined if the id is
 * unknown, and from the second call on.
 */
export function takePlaceSent(): string | undefined {
  const sent = whatIsLeft();
  const { place } = sent;
  delete sent.place;
  return place;
}

/** Drops the unused embedded responses, which may be older than the live events received since. */
export function forgetAnswersSent(): void {
  whatIsLeft().answers.clear();
}

/** Drops all data embedded in the page, because another person may sign in. */
export function forgetSent(): void {
  left = { answers: new Map() };
}

function whatIsLeft(): Left {
  left ??= read();
  if (performance.now() > believedMs) forgetSent();
  return left;
}

function read(): Left {
  const text = globalThis.document?.getElementById(sentWithPageId)?.textContent;
  if (!text) return { answers: new Map() };
  // oxlint-disable-next-line no-unsafe-assignment -- the server's tests check what it writes there
  const { user, place, at, language, answers }: SentWithPage = JSON.parse(text);
  if (at !== undefined) learnFromPage(at);
  return { user, place, language, answers: new Map(Object.entries(answers)) };
}
