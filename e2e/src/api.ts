/** Calls the API as a program does, to set a scene that a browser test then looks at. */
import type { BodyInputOf, Endpoint, ReplyOf } from '@baari/contract/endpoint.ts';
import { identityCalls } from '@baari/contract/identity.ts';

export interface Account {
  readonly origin: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The session, as a program without cookies presents it. */
  readonly session: string;
}

interface Parts<E extends Endpoint> {
  /** {id} of the path. */
  readonly id?: string;
  readonly body?: BodyInputOf<E>;
  readonly query?: Readonly<Record<string, string>>;
}

/** Calls an endpoint that must succeed. */
export async function call<E extends Endpoint>(
  account: Account,
  endpoint: E,
  { id, body, query }: Parts<E> = {},
): Promise<ReplyOf<E>> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  const path = `${endpoint.path.replace(':id', id ?? '')}${search}`;
  const sendsBody = endpoint.body !== undefined;
  const answer = await fetch(`${account.origin}/api${path}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${await freshToken(account)}`,
      ...(sendsBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(sendsBody ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${endpoint.method} ${path}: ${answer.status} ${text}`);
  // Parsed by the schema that the type is inferred from.
  return endpoint.reply.parse(JSON.parse(text)) as ReplyOf<E>;
}

/** Fresh each time: a role may have been given meanwhile. */
async function freshToken({ origin, session }: Account): Promise<string> {
  const answer = await fetch(`${origin}/api/identity/token`, {
    headers: { authorization: `Bearer ${session}` },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`GET /identity/token: ${answer.status} ${text}`);
  return identityCalls.getToken.reply.parse(JSON.parse(text)).token;
}

/** Posts to the identity provider and takes the session it opens. */
export async function openSession(
  origin: string,
  path: '/sign-up/email' | '/sign-in/email',
  body: object,
): Promise<string> {
  const answer = await fetch(`${origin}/api/identity${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const session = answer.headers.get('set-auth-token');
  if (session === null) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return session;
}
