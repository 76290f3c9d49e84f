/**
 * An ABDM gateway on this machine, as strict as NHA's documentation of 2026-09-16: sessions,
 * required headers, keys behind a session, signed callbacks, six shapes of errors, delays. It stands
 * in for the sandbox, which alone certifies.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { z } from 'zod';

/** The bodies of errors that the gateway was seen to send, by the name of their shape. */
export const errorShapes = {
  nested: '{"error":{"code":"ABDM-1006","message":"Bad Request, invalid request Body"}}',
  list: '[{"code":"ABDM-9999: ","message":"Unknown exception"}]',
  flat: '{"code":"900901","message":"Invalid Credentials","description":"…"}',
  timed: '{"message":"Invalid X-token","timestamp":"2026-09-16 14:34:55"}',
  'by field': '{"requestId":"Invalid requestId","timestamp":"2026-09-16 14:34:55"}',
  empty: '',
} as const;

const clientId = 'SBX_000001';
const clientSecret = 'a-secret-between-baari-and-abdm';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;
const utcMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;

/** The answer to a share by the documentation: an acknowledgement or an error, never both. */
const response = z.strictObject({ requestId: z.string().min(8) });
const onShare = z.union([
  z.strictObject({
    acknowledgement: z.strictObject({
      status: z.literal('SUCCESS'),
      abhaAddress: z.string().regex(/^[a-z0-9][\w.!-]+@(?:abdm|sbx)$/u),
      profile: z.strictObject({
        context: z.string().regex(/^[a-zA-Z0-9]{1,20}$/u),
        tokenNumber: z.string().min(1),
        expiry: z.string().regex(/^\d+$/u),
      }),
    }),
    response,
  }),
  z.strictObject({
    error: z.strictObject({
      code: z.string().regex(/^(?:ABDM-\d{4}|\d{3,6})$/u),
      message: z.string().min(1),
    }),
    response,
  }),
]);
export type OnShare = z.infer<typeof onShare>;

/** How the gateway answers the next calls of on-share; undefined accepts them by its rules. */
type Answering = ((response: ServerResponse) => unknown) | undefined;

export interface TokenGiven {
  readonly audience?: string;
  readonly kid?: string | undefined;
  /** Seconds from the clock's now to the end. */
  readonly lasts?: number;
  readonly azp?: string;
  /** HS256: signed with a text that everybody knows, as forgers try. */
  readonly algorithm?: 'RS256' | 'HS256';
  /** Signs with a key that the gateway does not publish. */
  readonly isForged?: boolean;
}

export interface AbdmGateway {
  /** The operator's settings of a server that uses this gateway. */
  readonly settings: Readonly<Record<string, string>>;
  /** The accepted answers to shares, in the order of arrival. */
  readonly answers: OnShare[];
  /** What each call was refused for; a server that follows the documentation causes none. */
  readonly refused: string[];
  sessions: number;
  readsOfKeys: number;
  answering: Answering;
  /** Seconds that a session lasts. */
  lasts: number;
  /** Ends all sessions, as a restart of the gateway does. */
  endSessions(): void;
  /** Publishes another key, with which it signs from now on. */
  rotateKey(): Promise<void>;
  token(given?: TokenGiven): Promise<string>;
  close(): void;
}

/** Starts a gateway on a free port of the loopback address. */
export async function startAbdmGateway(now: () => Date): Promise<AbdmGateway> {
  const tokens = new Set<string>();
  let key = await makeKey();
  const other = await makeKey();
  const gateway: Omit<AbdmGateway, 'settings' | 'close'> = {
    answers: [],
    refused: [],
    sessions: 0,
    readsOfKeys: 0,
    answering: undefined,
    lasts: 1200,
    endSessions: () => tokens.clear(),
    async rotateKey() {
      key = await makeKey();
    },
    token({ audience = 'account', lasts = 600, azp = 'gateway', ...given } = {}) {
      const alg = given.algorithm ?? 'RS256';
      const header = 'kid' in given ? withKid(alg, given.kid) : { alg, kid: key.kid };
      return new SignJWT({ azp, clientId: azp })
        .setProtectedHeader(header)
        .setAudience(audience)
        .setExpirationTime(Math.floor(now().getTime() / 1000) + lasts)
        .sign(signingKey(alg, given.isForged === true ? other : key));
    },
  };

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    const path = request.url ?? '';
    const wrong = wrongHeader(request, now());
    if (wrong !== undefined) return refuse(reply, 400, wrong);
    if (path === '/api/hiecm/gateway/v3/sessions') return beginSession(reply, text);
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    if (!tokens.has(token)) return send(reply, 401, errorShapes.flat);
    if (path === '/api/hiecm/gateway/v3/certs' && request.method === 'GET') {
      gateway.readsOfKeys += 1;
      return send(reply, 200, JSON.stringify({ keys: [key.jwk] }));
    }
    if (path === '/api/hiecm/patient-share/v3/on-share') return takeAnswer(reply, text);
    return refuse(reply, 404, path);
  }

  function beginSession(reply: ServerResponse, text: string): void {
    const given: unknown = JSON.parse(text);
    const right = { clientId, clientSecret, grantType: 'client_credentials' };
    if (JSON.stringify(given) !== JSON.stringify(right)) return refuse(reply, 401, 'session');
    const accessToken = randomUUID();
    tokens.add(accessToken);
    gateway.sessions += 1;
    const session = { accessToken, expiresIn: gateway.lasts, tokenType: 'bearer' };
    return send(reply, 202, JSON.stringify(session));
  }

  function takeAnswer(reply: ServerResponse, text: string): void {
    if (gateway.answering !== undefined) {
      gateway.answering(reply);
      return;
    }
    const parsed = onShare.safeParse(JSON.parse(text));
    if (!parsed.success) return refuse(reply, 400, parsed.error.message);
    gateway.answers.push(parsed.data);
    return send(reply, 202, '');
  }

  function refuse(reply: ServerResponse, status: number, why: string): void {
    gateway.refused.push(why);
    send(reply, status, errorShapes.nested);
  }

  const server = createServer((request, reply) => void answer(request, reply));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return Object.assign(gateway, {
    settings: {
      ABDM_CLIENT_ID: clientId,
      ABDM_CLIENT_SECRET: clientSecret,
      ABDM_GATEWAY_URL: `http://127.0.0.1:${address.port}`,
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
}

function withKid(alg: string, kid: string | undefined) {
  return kid === undefined ? { alg } : { alg, kid };
}

function signingKey(algorithm: 'RS256' | 'HS256', { privateKey, kid }: Key) {
  return algorithm === 'RS256' ? privateKey : new TextEncoder().encode(kid);
}

interface Key {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: object;
}

async function makeKey(): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomUUID();
  const jwk = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' };
  return { kid, privateKey, jwk };
}

/** The first header that is missing or has another form than the documentation says. */
function wrongHeader({ headers }: IncomingMessage, now: Date): string | undefined {
  if (!uuid.test(String(headers['request-id']))) return 'REQUEST-ID';
  const at = String(headers['timestamp']);
  if (!utcMs.test(at) || Math.abs(Date.parse(at) - now.getTime()) > 60_000) return 'TIMESTAMP';
  return headers['x-cm-id'] === 'sbx' ? undefined : 'X-CM-ID';
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

function send(reply: ServerResponse, status: number, body: string): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

/** A patient as ABDM shares one. */
export const sharedPatient = {
  abhaNumber: '91-7507-6821-7770',
  abhaAddress: 'asha.kulkarni@sbx',
  name: 'Asha Kulkarni',
  gender: 'F',
  dayOfBirth: '6',
  monthOfBirth: '6',
  yearOfBirth: '1987',
  address: { line: '12 MG Road', district: 'Pune', state: 'Maharashtra', pincode: '411001' },
  phoneNumber: '9876500011',
  kycPhoto: 'iVBORw0KGgoAAAANSUhEUg',
} as const;

export interface ShareGiven {
  readonly hipId: string;
  readonly counter: string;
  readonly intent?: string;
  readonly patient?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
  /** Headers that replace the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
}

/** A call of the gateway, as it goes to a server. */
export interface SentShare {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Calls a server as the gateway does when a patient has scanned a counter's code. */
export async function sharePatient<Answer>(
  server: {
    readonly clock: { readonly now: () => Date };
    readonly send: (request: SentShare) => Promise<Answer>;
  },
  gateway: AbdmGateway,
  given: ShareGiven,
): Promise<Answer> {
  const { hipId, counter, intent = 'PROFILE_SHARE', requestId = randomUUID() } = given;
  return server.send({
    method: 'POST',
    url: '/api/v3/hip/patient/share',
    headers: {
      authorization: `Bearer ${given.token ?? (await gateway.token())}`,
      'request-id': requestId,
      timestamp: server.clock.now().toISOString(),
      'x-hip-id': hipId,
      ...given.headers,
    },
    body: {
      intent,
      metaData: { hipId, context: counter, hprId: null, latitude: '18.52', longitude: null },
      profile: { patient: { ...sharedPatient, ...given.patient } },
    },
  });
}
