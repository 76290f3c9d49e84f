/** Sends one HTTP request and reads its JSON response; every failure becomes an ApiProblem. */
import { deviceNow, learnFromAnswer } from '../clock/clock.ts';
import { isAttended } from '../device/attendance.ts';
import { networkProblem, readProblem } from './problems/problem.ts';

interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** The timeout of the request in milliseconds; by default 20,000. */
  readonly mayTakeMs?: number | undefined;
  /** Whether the request continues after the page is left. */
  readonly outlivesPage?: boolean;
}

/**
 * Sends the request and parses the response. If the caller aborts the request, the error stays an
 * AbortError, which the query cache recognises.
 */
export async function sendJson<Reply>(request: HttpRequest): Promise<Reply> {
  const limit = limitTime(request);
  try {
    const sentAt = deviceNow();
    const response = await fetch(request.url, {
      method: request.method,
      credentials: 'same-origin',
      headers: headersOf(request),
      signal: limit.signal,
      keepalive: request.outlivesPage ?? false,
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    learnFromAnswer(response.headers, sentAt);
    if (!response.ok) throw await readProblem(response);
    // oxlint-disable-next-line no-unsafe-return -- the server's tests check every answer against its schema
    return JSON.parse(await response.text());
  } catch (failure) {
    if (request.signal?.aborted) throw failure;
    if (failure instanceof TypeError || limit.signal.aborted) throw networkProblem(failure);
    throw failure;
  } finally {
    limit.clear();
  }
}

function headersOf(request: HttpRequest): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', ...request.headers };
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  // Automatic requests of a page must not prolong the session.
  if (!isAttended()) headers['x-baari-unattended'] = '1';
  return headers;
}

function limitTime({ signal: outer, mayTakeMs = 20_000 }: HttpRequest): {
  signal: AbortSignal;
  clear: () => void;
} {
  const controller = new AbortController();
  const abort = () => controller.abort(outer?.reason);
  const timer = setTimeout(abort, mayTakeMs);
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}

/**
 * The header with the page's language. The server uses it for names, mails and messages, since the browser's language
 * may differ.
 */
export function inLanguageOfPage(): Record<string, string> {
  const language = globalThis.document?.documentElement?.lang;
  return language ? { 'accept-language': language } : {};
}
