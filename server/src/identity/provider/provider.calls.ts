/**
 * Passes calls to the identity library and sends its answers to the client. All routes of the
 * library use these functions.
 */
import { identityCalls } from '@baari/contract/account/identity.ts';
import { type FieldProblem, type RefusalCode, refusals } from '@baari/contract/refusals.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isDatabaseAway, isDatabaseBusy, isStorageFull } from '../../platform/database/database.ts';
import { describeError, type Log } from '../../platform/log.ts';
import { isProved } from '../../platform/proof.rules.ts';
import { type Refusal, type Result, ok, refuse } from '../../platform/result.ts';
import type { Secrets } from '../../platform/secrets/secret.ts';
import type { Admission } from '../attempts/attempts.ts';
import type { IdentityParts } from '../identity.ts';
import { addressHeader, basePath, trustedOrigins } from './provider.address.ts';
import { codeIn, collisionCodeFor, fieldRefusal, refusalCodeFor } from './provider.answers.ts';
import type { Provider } from './provider.ts';
import type { Remembering } from '../sessions/remember.ts';
import { findProvedAt } from '../sessions/session-facts.store.ts';
import {
  type Standing,
  standingOf,
  withoutCookies,
  withoutSession,
} from '../sessions/session-gate.ts';
import { resignedBearer, resignedCookies } from '../sessions/signed-cookies.ts';
import { withoutTechnicalEmail } from '../security-events/technical-email.rules.ts';

/**
 * Options for GET routes without a HEAD route, because the identity library does not know the HEAD
 * method.
 */
export const getOnly = { exposeHeadRoute: false };

export function readBody<S extends z.ZodType>(
  schema: S,
  request: FastifyRequest,
): Result<z.output<S>> {
  const parsed = schema.safeParse(request.body ?? {});
  if (parsed.success) return ok(parsed.data);
  const problems: FieldProblem[] = parsed.error.issues.map((issue) => ({
    param: issue.path.join('.') || 'body',
    msg: issue.message,
  }));
  const code = fieldRefusal(new Set(problems.map(({ param }) => param)));
  return refuse(code, code === 'invalid_request' ? problems : undefined);
}

export interface Answer {
  readonly ok: boolean;
  readonly body: unknown;
  /** The error code in the identity library's answer. */
  readonly code: string | undefined;
  /** Whether the database could not be reached, whatever the identity library answered. */
  readonly isAway: boolean;
  /** The unique index that a concurrent write violated; undefined if none was violated. */
  readonly collidedOn: string | undefined;
  /** The address to which the identity library redirects; undefined if it does not redirect. */
  readonly location: string | undefined;
  readonly headers: Headers;
}

/**
 * Refuses a call from another origin. Baari's own identity calls follow the library's rule that
 * only Baari's pages may call them.
 */
export function refuseOtherOrigin(
  { publicUrl }: IdentityParts,
  request: FastifyRequest,
): Refusal | undefined {
  const { origin } = request.headers;
  if (origin === undefined || trustedOrigins(publicUrl).includes(origin)) return undefined;
  return refuse('other_origin');
}

/**
 * Passes a call to the identity library as a new request. The cookie of a session that has ended is
 * not passed on.
 */
export async function ask(
  parts: IdentityParts,
  request: FastifyRequest,
  path: string,
  body?: object,
  remembering?: Remembering,
): Promise<Answer> {
  const { provider, passkeyProvider, pool, publicUrl, secrets, log } = parts;
  // The library deletes expired sessions by the machine's clock. It is not called while that clock
  // is wrong after a jump.
  if (parts.clock.hasJumped?.() === true) return notNow;
  const standing = await standingOf(parts, request);
  const headers = headersFor(request, secrets, remembering);
  if (standing !== 'counts') withoutSession(headers);
  const library = await (path.startsWith('/passkey/') ? passkeyProvider() : provider());
  const put = async (to: string) => {
    // Records failures of Baari's own SQL statements within the library's call, which the library's
    // pool does not see.
    let ownDiskFull: Error | undefined;
    const asked = new Request(`${publicUrl}${basePath}${to}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const noted = await pool.watch(() =>
      answerOf(library, asked, log, (error) => {
        ownDiskFull = error;
      }),
    );
    return { ...noted, diskFull: noted.diskFull ?? ownDiskFull };
  };
  let noted = await put(path);
  if (noted.diskFull !== undefined && body === undefined) noted = await put(withoutRenewal(path));
  const { value: response, wasAway, diskFull, collidedOn } = noted;
  // Throws, because the library's answer would sign out a person whose session is valid.
  if (diskFull !== undefined && !response.ok) throw diskFull;
  const answer: unknown = readJson(await response.text());
  return {
    ok: response.ok && !wasAway,
    body: answer,
    code: codeOf(answer, standing),
    isAway: wasAway,
    collidedOn,
    location: response.headers.get('location') ?? undefined,
    headers: standing === 'left' ? withoutCookies(response.headers, publicUrl) : response.headers,
  };
}

/** The answer while the database cannot be reached. The caller may try again. */
const notNow: Answer = {
  ok: false,
  body: undefined,
  code: undefined,
  isAway: true,
  collidedOn: undefined,
  location: undefined,
  headers: new Headers(),
};

/**
 * Adds a parameter that stops the library from renewing a day-old session when the session is read.
 * A full disk does not allow that write.
 */
function withoutRenewal(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}disableRefresh=true`;
}

/**
 * Reads the library's answer and handles its failures. The library itself would print a failure
 * with values of database rows.
 */
async function answerOf(
  provider: Provider,
  asked: Request,
  log: Log,
  onDiskFull: (error: Error) => void,
): Promise<Response> {
  try {
    return await provider.handler(asked);
  } catch (error) {
    // This error gets the same answer as in every other API call: try again in a moment.
    if (isDatabaseAway(error) || isDatabaseBusy(error)) throw error;
    if (error instanceof Error && isStorageFull(error)) {
      onDiskFull(error);
      return new Response(null, { status: 500 });
    }
    log.error(
      describeError(error),
      'The identity library failed in a request about sign-in or an account; its caller was answered 500. If this repeats, report the frames of this line as a bug.',
    );
    return new Response(null, { status: 500 });
  }
}

/**
 * Reads the error code of the library's answer. The library reports an idle session as missing;
 * this function reports it as idle.
 */
function codeOf(answer: unknown, standing: Standing): string | undefined {
  const code = codeIn(answer);
  return standing === 'idle' && code === 'UNAUTHORIZED' ? 'SESSION_IDLE' : code;
}

/**
 * The request headers that are passed to the identity library. The header with the network address
 * is set by Baari itself.
 */
const passedHeaders = [
  'origin',
  'referer',
  'user-agent',
  'accept-language',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
] as const;

function headersFor(
  request: FastifyRequest,
  secrets: Secrets,
  remembering: Remembering | undefined,
): Headers {
  const headers = new Headers({
    'content-type': 'application/json',
    [addressHeader]: request.ip,
  });
  // Node's fetch sends sec-fetch-mode without sec-fetch-site; only browsers send sec-fetch-site.
  const isFromBrowser = request.headers['sec-fetch-site'] !== undefined;
  for (const name of passedHeaders) {
    if (name.startsWith('sec-fetch-') && !isFromBrowser) continue;
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const { cookie, authorization } = request.headers;
  const cookies = resignedCookies(cookie ?? '', secrets);
  const sentCookies = remembering === undefined ? cookies : remembering.withChoice(cookies);
  if (sentCookies !== '') headers.set('cookie', sentCookies);
  if (authorization !== undefined) {
    headers.set('authorization', resignedBearer(authorization, secrets));
  }
  return headers;
}

function readJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The library's own plain pages are not JSON and contain nothing that is needed here.
    return undefined;
  }
}

export function sendAnswer(reply: FastifyReply, answer: Answer, shape: z.ZodType): FastifyReply {
  if (answer.isAway) return sendProblem(reply, refuse('unavailable'));
  passCookies(reply, answer);
  if (!answer.ok) return sendProblem(reply, refuse(refusalFor(answer)));
  offerSessionToken(reply, answer);
  return reply
    .header('cache-control', 'no-store')
    .send(shape.parse(withoutTechnicalEmail(answer.body)));
}

function refusalFor({ code, collidedOn }: Answer): RefusalCode {
  return collidedOn === undefined ? refusalCodeFor(code) : collisionCodeFor(collidedOn);
}

export function passCookies(reply: FastifyReply, answer: Answer): void {
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
}

/**
 * Returns the session token to programs that do not use cookies. Pages never get the token: their
 * session is in a cookie, which scripts cannot read.
 */
function offerSessionToken(reply: FastifyReply, answer: Answer): void {
  const token = answer.headers.get('set-auth-token');
  const { origin, 'sec-fetch-site': fetchSite } = reply.request.headers;
  if (token === null || origin !== undefined || fetchSite !== undefined) return;
  reply.header('set-auth-token', token);
}

export function sendTooMany(
  reply: FastifyReply,
  { retryAfterSeconds }: Extract<Admission, { admitted: false }>,
  details?: string,
): FastifyReply {
  reply.header('retry-after', String(retryAfterSeconds));
  return sendProblem(reply, refuse('too_many_attempts', details));
}

export function sendProblem(reply: FastifyReply, { code, details }: Refusal): FastifyReply {
  const { status, error } = refusals[code];
  if (status === 503) reply.header('retry-after', '5');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ error, details: details ?? error, code });
}

const sessionAnswer = z.object({
  user: z.object({
    id: z.string(),
    email: z.string(),
    phoneNumber: z.string().nullish(),
    twoFactorEnabled: z.boolean().nullish(),
  }),
  session: z.object({ id: z.string() }),
});
export type SessionPerson = z.infer<typeof sessionAnswer>['user'] & { readonly sessionId: string };

/**
 * Finds the user of the session cookie or session token. Refuses: not_authenticated, unavailable.
 */
export async function signedIn(
  parts: IdentityParts,
  request: FastifyRequest,
): Promise<Result<SessionPerson>> {
  const answer = await ask(parts, request, identityCalls.getSession.path);
  if (answer.isAway) return refuse('unavailable');
  const session = sessionAnswer.safeParse(answer.body);
  if (!session.success) return refuse('not_authenticated');
  return ok({ ...session.data.user, sessionId: session.data.session.id });
}

/**
 * Finds the signed-in user, who must have proved their identity within the last five minutes. Used
 * for every change to who can get into the account [SEC-17]. Also refuses: other_origin,
 * proof_required.
 */
export async function provedOwner(
  parts: IdentityParts,
  request: FastifyRequest,
): Promise<Result<SessionPerson>> {
  const other = refuseOtherOrigin(parts, request);
  if (other !== undefined) return other;
  const person = await signedIn(parts, request);
  if (!person.ok) return person;
  const provedAt = await findProvedAt(parts.database, person.value.sessionId);
  if (provedAt === undefined || !isProved(provedAt, parts.clock.now())) {
    return refuse('proof_required');
  }
  return person;
}
