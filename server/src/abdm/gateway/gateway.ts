/**
 * The client of the ABDM gateway: sessions, the keys of callbacks and the answers to shares
 * [API-37]. Nothing here logs a secret, a token or a patient's data.
 */
import { randomUUID } from 'node:crypto';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { addressesOfService } from '../../platform/outgoing/addresses.ts';
import { getOutside, postOutside, readUpTo } from '../../platform/outgoing/outgoing.ts';
import { type GatewayError, gatewayErrorOf } from './gateway-error.rules.ts';

/** What the operator sets to take part in ABDM. */
export interface AbdmSettings {
  readonly gatewayUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The suffix of the consent manager: sbx in the sandbox, abdm in production. */
  readonly cmId: string;
  /** The audience of the tokens with which the gateway calls. */
  readonly audience: string;
  /** The client that the tokens of callbacks must name; undefined if any is accepted. */
  readonly caller: string | undefined;
}

export interface Gateway {
  /** Sends an answer to a share. Resolves with the error if the gateway refuses it. */
  readonly answerShare: (body: unknown, signal: AbortSignal) => Promise<GatewayError | undefined>;
  /** Finds the key of a token of the gateway; rejects if the gateway does not answer. */
  readonly keyOfToken: JWTVerifyGetKey;
}

/** A session ends this many ms before its token expires. */
const renewEarlyMs = 30_000;
/** How long the gateway may take to open a session, in ms. */
const sessionWaitsMs = 8000;
const answerBytes = 100_000;
/** How long the keys of callbacks are used, in ms. An unknown key is asked for sooner. */
const keysKeptMs = 3_600_000;
/** How long a callback waits for the keys, in ms. */
const keysWaitMs = 8000;
/** The shortest time between two reads of the keys because of an unknown key, in ms. */
const keysReadEveryMs = 5000;

const sessionAnswer = z.object({ accessToken: z.string().min(1), expiresIn: z.coerce.number() });

interface Session {
  readonly token: string;
  /** In milliseconds since 1970. */
  readonly endsAt: number;
}

/** The gateway did not answer as documented. */
export class GatewayProblem extends Error {
  readonly found: GatewayError;
  constructor(what: string, found: GatewayError) {
    super(`${what}: ${found.status} ${found.code ?? ''}`);
    this.found = found;
  }
}

/** Opens the client. It connects when it is first needed. */
export function openGateway(settings: AbdmSettings, clock: Clock): Gateway {
  const base = new URL(settings.gatewayUrl);
  const addresses = addressesOfService(base);
  let session: Promise<Session> | undefined;

  async function begin(): Promise<Session> {
    // Several calls wait for one session, so none of their signals ends it.
    const signal = AbortSignal.timeout(sessionWaitsMs);
    const body = JSON.stringify({
      clientId: settings.clientId,
      clientSecret: settings.clientSecret,
      grantType: 'client_credentials',
    });
    const url = at('/api/hiecm/gateway/v3/sessions');
    const sent = await postOutside({ url, headers: headers(), body, addresses, signal });
    const { status, text } = await readAnswer(sent);
    const answer = status >= 200 && status < 300 ? sessionAnswer.safeParse(json(text)) : undefined;
    if (answer?.success !== true) {
      throw new GatewayProblem('The session was refused', gatewayErrorOf(status, text));
    }
    const { accessToken: token, expiresIn } = answer.data;
    return { token, endsAt: clock.now().getTime() + expiresIn * 1000 - renewEarlyMs };
  }

  /** The running session, or a new one. Simultaneous calls share one. */
  async function tokenOf(): Promise<string> {
    const present = session;
    if (present !== undefined) {
      const known = await present.catch(() => undefined);
      if (known !== undefined && clock.now().getTime() < known.endsAt) return known.token;
      if (session === present) session = undefined;
    }
    session ??= begin();
    return (await session).token;
  }

  /** Calls with a session; if the gateway refuses the token, once more with a new session. */
  async function withSession(
    send: (token: string) => Promise<Awaited<ReturnType<typeof readAnswer>>>,
  ) {
    const answer = await send(await tokenOf());
    if (answer.status !== 401) return answer;
    session = undefined;
    return send(await tokenOf());
  }

  function at(path: string): URL {
    return new URL(path, base);
  }

  function headers(token?: string): Record<string, string> {
    return {
      'content-type': 'application/json',
      accept: 'application/json',
      'request-id': randomUUID(),
      timestamp: clock.now().toISOString(),
      'x-cm-id': settings.cmId,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
  }

  const certs = at('/api/hiecm/gateway/v3/certs');
  return {
    async answerShare(body, signal) {
      const url = at('/api/hiecm/patient-share/v3/on-share');
      const { status, text } = await withSession(async (token) => {
        const sent = { url, headers: headers(token), body: JSON.stringify(body) };
        return readAnswer(await postOutside({ ...sent, addresses, signal }));
      });
      return status >= 200 && status < 300 ? undefined : gatewayErrorOf(status, text);
    },
    keyOfToken: createRemoteJWKSet(certs, {
      cacheMaxAge: keysKeptMs,
      cooldownDuration: keysReadEveryMs,
      timeoutDuration: keysWaitMs,
      async [customFetch](_url, { signal }) {
        const { status, text } = await withSession(async (token) =>
          readAnswer(await getOutside({ url: certs, headers: headers(token), addresses, signal })),
        );
        if (status !== 200) {
          throw new GatewayProblem('The keys were refused', gatewayErrorOf(status, text));
        }
        return new Response(text, { headers: { 'content-type': 'application/json' } });
      },
    }),
  };
}

async function readAnswer(answer: Awaited<ReturnType<typeof postOutside>>) {
  const text = (await readUpTo(answer, answerBytes)) ?? '';
  return { status: answer.statusCode ?? 0, text };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller treats an answer that is no JSON like one without a token.
    return undefined;
  }
}
