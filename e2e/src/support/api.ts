/** Calls the API as a program does, to set up data for a browser test. */
import type { BodyInputOf, Endpoint, ReplyOf } from '@baari/contract/endpoint.ts';
import { identityCalls } from '@baari/contract/account/identity.ts';

export interface Account {
  readonly origin: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The session cookie's value, as a program sends it. */
  readonly session: string;
}

interface Parts<E extends Endpoint> {
  /** Replaces {id} in the path. */
  readonly id?: string;
  readonly body?: BodyInputOf<E>;
  readonly query?: Readonly<Record<string, string>>;
}

/** Calls an API endpoint and fails the test if the call does not succeed. */
export async function call<E extends Endpoint>(
  account: Account,
  endpoint: E,
  { id, body, query }: Parts<E> = {},
): Promise<ReplyOf<E>> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  const path = `${endpoint.path.replace(':id', id ?? '')}${search}`;
  const sendsBody = endpoint.body !== undefined;
  const answer = await fetchPatiently(`${account.origin}/api${path}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${await freshToken(account)}`,
      ...(sendsBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(sendsBody ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${endpoint.method} ${path}: ${answer.status} ${text}`);
  // The cast is safe, because the type is inferred from the same schema that parses the response.
  return endpoint.reply.parse(JSON.parse(text)) as ReplyOf<E>;
}

/** Fetches a new token each time, because the role may have changed. */
async function freshToken({ origin, session }: Account): Promise<string> {
  const answer = await fetchPatiently(`${origin}/api/identity/token`, {
    headers: { authorization: `Bearer ${session}` },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`GET /identity/token: ${answer.status} ${text}`);
  return identityCalls.getToken.reply.parse(JSON.parse(text)).token;
}

/** Posts to the identity provider and reads the session cookie from the response. */
export async function openSession(
  origin: string,
  path: '/sign-up/email' | '/sign-in/email',
  body: object,
): Promise<string> {
  const answer = await fetchPatiently(`${origin}/api/identity${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const session = answer.headers.get('set-auth-token');
  if (session === null) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return session;
}

/**
 * How often a call is repeated while the server is busy. All tries together take up to half a
 * minute.
 */
const triesWhenBusy = 6;

/**
 * Repeats a call after the delay that a busy server asks for, as every client should. A server that
 * refuses because of load has changed nothing. Four browsers on two processors sometimes overload
 * the server for a second.
 */
export async function untilServed<Answer>(
  ask: () => Promise<Answer>,
  statusOf: (answer: Answer) => { status: number; retryAfter: string | null | undefined },
): Promise<Answer> {
  for (let left = triesWhenBusy; ; left -= 1) {
    const answer = await ask();
    const { status, retryAfter } = statusOf(answer);
    if (status !== 503 || left === 0) return answer;
    await new Promise((resolve) => setTimeout(resolve, Number(retryAfter ?? 1) * 1000));
  }
}

function fetchPatiently(
  url: string,
  init: Omit<RequestInit, 'body'> & { body?: string },
): Promise<Response> {
  return untilServed(
    () => fetch(url, init),
    ({ status, headers }) => ({ status, retryAfter: headers.get('retry-after') }),
  );
}
