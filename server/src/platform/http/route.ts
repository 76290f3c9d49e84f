/**
 * Mounts an endpoint of the contract: authenticates, authorises, validates the input, calls the use case and
 * sends the answer. Refusals become {error, details, code}.
 */
import { finished } from 'node:stream/promises';
import { actingHospitalHeader } from '@baari/contract/constants.ts';
import type { Scope } from '@baari/contract/keys/scopes.ts';
import { auditActionOf, nameOfEndpoint } from '@baari/contract/audited-endpoints.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@baari/contract/endpoint.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import { helpAddressOf } from '@baari/contract/help-of-refusals.ts';
import { type FieldProblem, refusals } from '@baari/contract/refusals.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  type Actor,
  type IntegrationActor,
  isStaff,
  type PatientActor,
  type PersonActor,
  type StaffActor,
  type StaffMember,
} from '../actor.ts';
import { languageAskedFor } from './language-asked-for.ts';
import { answerOnce, type OneTransaction } from './answer-once.ts';
import { type AuditedAction, recordAudit } from '../audit/audit.store.ts';
import type { Clock } from '../clock.ts';
import type { Context } from '../context.ts';
import type { OpenDatabase } from '../database/database.ts';
import { attachment, FileAnswer, type SentFile } from './file-answer.ts';
import { type ConcurrencyLimit, makeConcurrencyLimit } from '../threads/concurrency-limit.ts';
import { isProved } from '../proof.rules.ts';
import { ok, type Refusal, type Result, refuse } from '../result.ts';
import { sendTroublePage } from './trouble-page.ts';
import { type CountRequest, rateLimitHeaders } from './user-limits.ts';

/**
 * Resolves a bearer token to its user's current state. The call counts as a use of the session
 * unless `isUse` is false, as when a page polls.
 */
export type Authenticate = (
  token: string | undefined,
  isUse?: boolean,
) => Promise<Result<PersonActor>>;

/** How hospitals' own systems call the endpoints that have a scope, with an API key [API-28]. */
export interface KeyCalls {
  /** Resolves an API key to the hospital that made it. */
  readonly authenticate: (
    key: string | undefined,
    address: string,
  ) => Promise<Result<IntegrationActor>>;
  /** An endpoint's answer with the fields that the key may see. */
  readonly answerFor: (
    actor: IntegrationActor,
    endpoint: Endpoint,
    value: unknown,
  ) => Promise<unknown>;
}

type IfKeyed<E extends Endpoint, Keyed, Other> = E extends { readonly key: Scope } ? Keyed : Other;
type ActorOf<E extends Endpoint> = E['access'] extends 'public'
  ? null
  : E['access'] extends readonly (infer R)[]
    ? R extends 'patient'
      ? PatientActor
      : IfKeyed<E, StaffActor, StaffMember>
    : IfKeyed<E, Actor, PersonActor>;

export interface Call<E extends Endpoint> {
  readonly context: Context<ActorOf<E>>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The uploaded file of an endpoint that takes a file; undefined if the caller sent no file. */
  readonly file: SentFile | undefined;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Result<ReplyOf<E>>>;

/**
 * Mounts one endpoint. Pass `within` if its handler is exactly one transaction whose response has
 * the same content as an event.
 */
type Mount = <E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  within?: OneTransaction,
) => void;

export interface Route extends Mount {
  /**
   * Mounts an endpoint whose response holds a secret. The handler's response lacks the secret and
   * is stored for retries; `complete` adds the secret whenever the response is sent.
   */
  readonly completed: <E extends Endpoint, Kept extends object>(
    endpoint: E,
    handler: (call: Call<E>) => Promise<Result<Kept>>,
    complete: (kept: Kept) => ReplyOf<E>,
  ) => void;
}

export interface RouterOptions {
  readonly app: FastifyInstance;
  readonly database: OpenDatabase;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
  readonly keys: KeyCalls;
  /**
   * Counts a user's requests against the rate limits; undefined if there are no rate limits, for
   * load tests on loopback.
   */
  readonly countRequest: CountRequest | undefined;
}

export function createRouter(options: RouterOptions): Route {
  const { app } = options;
  const uploads = makeConcurrencyLimit(uploadsHeld);
  const mountOne = <E extends Endpoint>(mounted: Mounted<E>) => {
    const { endpoint } = mounted;
    const isPublic = endpoint.access === 'public';
    const mount = (scope: FastifyInstance) =>
      scope.route({
        method: endpoint.method,
        url: `/api${endpoint.path}`,
        config: { takesFile: endpoint.upload !== undefined },
        ...(isPublic ? { bodyLimit: strangersBodyBytes } : {}),
        // `acceptFiles` authenticates the callers of uploads.
        ...(isPublic || endpoint.upload !== undefined || endpoint.method === 'GET'
          ? {}
          : { onRequest: (request, reply) => refuseStranger(options, endpoint, request, reply) }),
        handler: (request, reply) => answer(options, mounted, request, reply),
      });
    if (endpoint.key !== undefined) mountForKeys(options, mounted);
    if (endpoint.upload === undefined) mount(app);
    else acceptFiles({ ...options, uploads }, endpoint, endpoint.upload, mount);
  };
  const route: Mount = (endpoint, handler, within) => mountOne({ endpoint, handler, within });
  return Object.assign(route, {
    completed: ((endpoint, handler, complete) =>
      mountOne({
        endpoint,
        handler,
        within: undefined,
        // The handler returned the response, or the database stored it as JSON.
        complete: (kept: unknown) => complete(kept as never),
      })) satisfies Route['completed'],
  });
}

/**
 * Mounts an endpoint a second time below /api/v1, where only API keys are accepted. Use case, input
 * and refusals are those of the first.
 */
function mountForKeys<E extends Endpoint>(options: RouterOptions, mounted: Mounted<E>): void {
  const { endpoint } = mounted;
  const actors = new WeakMap<FastifyRequest, IntegrationActor>();
  options.app.route({
    method: endpoint.method,
    url: `/api/v1${endpoint.path}`,
    bodyLimit: strangersBodyBytes,
    // A key is checked before the body is read [SEC-16].
    onRequest: async (request, reply) => {
      const caller = await options.keys.authenticate(bearerToken(request), request.ip);
      if (!caller.ok) return sendRefusal(reply, caller);
      actors.set(request, caller.value);
      return undefined;
    },
    handler: (request, reply) => {
      const actor = actors.get(request);
      if (actor === undefined) throw new Error('A call by key was answered without a key.');
      return answerCaller(options, mounted, request, reply, actor);
    },
  });
}

/**
 * The largest body in bytes that a caller without a session may send. A form with many answers in
 * any script fits.
 */
export const strangersBodyBytes = 262_144;

/**
 * The body size in bytes up to which reading is cheap. A larger body is read only after its sender
 * is authenticated.
 */
const smallBodyBytes = 16_384;

/** Refuses a caller without a session before the body is read [SEC-16]. */
async function refuseStranger(
  options: RouterOptions,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  // A caller with a token and a small body is authenticated only once, after the body has been
  // read.
  if (bearerToken(request) !== undefined && hasSmallBody(request)) return undefined;
  const caller = await callerOf(options, endpoint, request);
  return caller.ok ? undefined : sendRefusal(reply, caller);
}

function hasSmallBody({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= smallBodyBytes;
}

/**
 * The limits of concurrent uploads. An upload stays in memory until its request ends, at most for
 * two minutes.
 */
const uploadsHeld = { atOnce: 32, waiting: 64, waitMs: 10_000, perCaller: 4 };

/**
 * Waits until the upload may start. Returns undefined once the request may upload, else a refusal.
 * The upload counts until the request ends.
 */
async function turnOf(
  uploads: ConcurrencyLimit,
  caller: string,
  { raw }: FastifyReply,
): Promise<Refusal | undefined> {
  const turn = Promise.withResolvers<undefined>();
  const ended = uploads(async () => {
    turn.resolve(undefined);
    await finished(raw).catch(() => undefined);
    return ok(undefined);
  }, caller);
  const first = await Promise.race([turn.promise, ended]);
  return first === undefined || first.ok ? undefined : first;
}

/** Mounts an upload endpoint that authenticates the caller before any bytes arrive. */
function acceptFiles(
  options: RouterOptions & { readonly uploads: ConcurrencyLimit },
  endpoint: Endpoint,
  { types, maxBytes }: NonNullable<Endpoint['upload']>,
  mount: (scope: FastifyInstance) => unknown,
): void {
  options.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      [...types],
      { parseAs: 'buffer', bodyLimit: maxBytes },
      (_request, bytes, done) => done(null, bytes),
    );
    scope.addHook('onRequest', async (request, reply) => {
      const caller = await callerOf(options, endpoint, request);
      if (!caller.ok) return sendRefusal(reply, caller);
      if (isNameTooLong(request)) return sendRefusal(reply, nameTooLong);
      const refusal = await turnOf(options.uploads, caller.value?.userId ?? request.ip, reply);
      return refusal === undefined ? undefined : sendRefusal(reply, refusal);
    });
    scope.setErrorHandler<FastifyError>((error, _request, reply) => {
      if (error.statusCode === 413) return sendRefusal(reply, refuse('file_too_large'));
      if (error.statusCode === 415) return sendRefusal(reply, refuse('file_type_refused'));
      // The server's general error handler answers every other error.
      throw error;
    });
    mount(scope);
  });
}

interface Mounted<E extends Endpoint> {
  readonly endpoint: E;
  readonly handler: (call: Call<E>) => Promise<Result<unknown>>;
  readonly within: OneTransaction | undefined;
  /** Adds to the handler's response what must not be stored for retries. */
  readonly complete?: (kept: unknown) => unknown;
}

async function answer<E extends Endpoint>(
  options: RouterOptions,
  mounted: Mounted<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await callerOf(options, mounted.endpoint, request);
  if (!caller.ok) return sendRefusal(reply, caller);
  return answerCaller(options, mounted, request, reply, caller.value);
}

async function answerCaller<E extends Endpoint>(
  options: RouterOptions,
  mounted: Mounted<E>,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor | null,
): Promise<FastifyReply> {
  const { endpoint } = mounted;
  if (actor !== null && options.countRequest !== undefined) {
    const kind = endpoint.method === 'GET' ? 'read' : 'write';
    const counted = await options.countRequest(request, actor.userId, kind);
    if (counted !== undefined) reply.headers(rateLimitHeaders(counted));
    if (counted?.isExceeded === true) {
      const retryAfterSeconds = counted.resetSeconds;
      return sendRefusal(reply, { ...refuse('too_many_requests'), retryAfterSeconds });
    }
  }
  const context = {
    db: options.database,
    clock: options.clock,
    actor,
    address: request.ip,
    language: languageAskedFor(request.headers['accept-language']),
  };
  const result = await permittedAnswer(context, mounted, request);
  if (!result.ok) {
    await auditRefusal(context, endpoint, request, result);
    return sendRefusal(reply, actor?.role === 'key' ? explainedToKey(result) : result);
  }
  if (endpoint.download !== undefined && result.value instanceof FileAnswer) {
    return sendFile(reply, result.value);
  }
  const { value } = result;
  const whole = mounted.complete?.(value) ?? value;
  const seen = actor?.role === 'key' ? await options.keys.answerFor(actor, endpoint, whole) : whole;
  return reply.code(endpoint.status ?? 200).send(seen);
}

/** A refusal as the engineer of a hospital's system reads it: what is not found, and where. */
function explainedToKey(refusal: Refusal): Refusal {
  if (refusal.code !== 'not_found' || refusal.details !== undefined) return refusal;
  return { ...refusal, details: 'The hospital of this API key has nothing with this id.' };
}

function sendFile(reply: FastifyReply, { name, type, bytes, use }: FileAnswer): FastifyReply {
  if (use === 'shown to everybody') {
    // A browser that opens the file directly must treat it as a picture only, whatever its bytes
    // contain.
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox");
  }
  return reply
    .header('content-type', type)
    .header('content-disposition', use === 'shown to everybody' ? 'inline' : attachment(name))
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

async function callerOf(
  options: RouterOptions,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Result<PersonActor | null>> {
  if (endpoint.access === 'public') return { ok: true, value: null };
  return asAskedFor(request, await options.authenticate(bearerToken(request), isUse(request)));
}

/**
 * Checks that a staff call is for the hospital that the page names. Refuses acting_elsewhere if the
 * session has since switched to another hospital, for example in another tab. Then no change meant
 * for one hospital happens in another. If the page names no hospital, the session's hospital
 * counts.
 */
export function asAskedFor(
  request: FastifyRequest,
  caller: Result<PersonActor>,
): Result<PersonActor> {
  const asked = request.headers[actingHospitalHeader];
  if (!caller.ok || asked === undefined || !isStaff(caller.value)) return caller;
  return asked === caller.value.hospitalId ? caller : refuse('acting_elsewhere');
}

/**
 * Whether a request counts as a use of the session. A page marks its automatic requests, which do
 * not reset the idle time.
 */
function isUse(request: FastifyRequest): boolean {
  return request.headers['x-baari-unattended'] === undefined;
}

async function permittedAnswer<E extends Endpoint>(
  context: Context,
  { endpoint, handler, within }: Mounted<E>,
  request: FastifyRequest,
): Promise<Result<unknown>> {
  const allowed = allowedBefore(context, endpoint);
  if (!allowed.ok) return allowed;
  const input = readInput(endpoint, request);
  if (!input.ok) return input;
  const key = request.headers['idempotency-key'];
  const isOnce = endpoint.method !== 'GET' && endpoint.isSecret !== true;
  if (key === undefined || !isOnce || context.actor === null) {
    // This endpoint's own schemas parsed the input, and its access rule admitted the caller.
    return handler({ context, ...input.value } as Call<E>);
  }
  return answerOnce({
    context: { ...context, actor: context.actor },
    key: String(key),
    request,
    within,
    run: (once) => handler({ context: once, ...input.value } as Call<E>),
    onReplay: (audited) => auditReplay(context, endpoint, request, audited),
  });
}

/** Refuses a caller who may not make this call, whatever its input. */
function allowedBefore({ actor, clock }: Context, endpoint: Endpoint): Result<void> {
  if (actor?.role === 'key') return isInScope(endpoint, actor);
  if (!mayCall(endpoint, actor)) return refuse('forbidden');
  if (lacksRequiredFactor(endpoint, actor)) return refuse('two_factor_setup_required');
  if (endpoint.reachesOutside === true && actor?.practice !== undefined) {
    return refuse('not_in_practice');
  }
  const isAsked = endpoint.needsProof === true;
  const hasProved = actor !== null && isProved(actor.provedAt, clock.now());
  return isAsked && !hasProved ? refuse('proof_required') : ok(undefined);
}

/** Refuses a key without the endpoint's scope, and names the scope that it needs. */
function isInScope({ key }: Endpoint, { scopes }: IntegrationActor): Result<void> {
  if (key === undefined) return refuse('forbidden');
  return scopes.includes(key) ? ok(undefined) : refuse('not_in_scope', key);
}

/** Whether the role may call this endpoint at all [ROLE-1…5]. */
function mayCall(endpoint: Endpoint, actor: PersonActor | null): boolean {
  if (endpoint.access === 'public') return true;
  if (actor === null) return false;
  return endpoint.access === 'signed-in' || endpoint.access.includes(actor.role);
}

/**
 * Whether the caller lacks a second factor that the hospital requires. Such staff may only set up a
 * second factor.
 */
function lacksRequiredFactor({ access }: Endpoint, actor: PersonActor | null): boolean {
  return actor?.mustSetUpTwoFactor === true && access !== 'public' && access !== 'signed-in';
}

interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly file: SentFile | undefined;
}

function readInput(endpoint: Endpoint, request: FastifyRequest): Result<Input> {
  const problems: FieldProblem[] = [];
  const params = parsePart(endpoint.params, request.params, problems);
  // A malformed id is answered like an unknown one, so that probing reveals nothing.
  if (problems.length > 0) return refuse('not_found');
  const query = parsePart(endpoint.query, request.query, problems);
  const body = parsePart(endpoint.body, request.body ?? {}, problems);
  if (problems.length > 0) return refuse('invalid_request', problems);
  return { ok: true, value: { params, query, body, file: sentFile(endpoint, request) } };
}

/**
 * The longest encoded file name. File systems allow 255 characters, and each character may be three
 * percent-encoded bytes.
 */
const longestFileName = 255 * 9;
const nameTooLong = refuse('invalid_request', [
  { param: 'X-File-Name', msg: `At most ${longestFileName} characters.` },
]);

function isNameTooLong({ headers }: FastifyRequest): boolean {
  return String(headers['x-file-name'] ?? '').length > longestFileName;
}

function sentFile(endpoint: Endpoint, request: FastifyRequest): SentFile | undefined {
  if (endpoint.upload === undefined || !Buffer.isBuffer(request.body)) return undefined;
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  return { name: decoded(String(request.headers['x-file-name'] ?? '')), type, bytes: request.body };
}

/** Percent-decodes a name; a malformed one stays unchanged. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
}

function parsePart(
  schema: z.ZodType | undefined,
  value: unknown,
  problems: FieldProblem[],
): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value, { error: sentenceOf });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    problems.push({ param: issue.path.join('.') || 'body', msg: issue.message });
  }
  return undefined;
}

/**
 * The message for a validation issue without a text of its own: a missing value or a value of the
 * wrong type.
 */
function sentenceOf(issue: { readonly code?: string; readonly input?: unknown }): string {
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return isMissing ? fieldMessages.required : fieldMessages.choice;
}

/** Writes an audit row for a refused attempt of staff, under the name of the action [SEC-13]. */
async function auditRefusal(
  context: Context,
  endpoint: Endpoint,
  request: FastifyRequest,
  refusal: Refusal,
): Promise<void> {
  const { actor } = context;
  if (actor === null || !isStaff(actor) || refusal.code === 'invalid_request') return;
  await recordAudit(
    context.db,
    { ...context, actor },
    {
      ...triedBy(endpoint, request),
      outcome: refusal.code,
      entryId: idIn(request.params),
    },
  );
}

/**
 * Writes audit rows when a stored response is sent to staff again. They record another read of the
 * same patients' data [SEC-13].
 */
async function auditReplay(
  context: Context,
  endpoint: Endpoint,
  request: FastifyRequest,
  audited: readonly AuditedAction[],
): Promise<void> {
  const { actor } = context;
  if (actor === null || !isStaff(actor)) return;
  const before =
    audited.length > 0
      ? audited
      : [{ ...triedBy(endpoint, request), entryId: idIn(request.params) }];
  for (const each of before) {
    const details = { ...each.details, isReplay: true } as const;
    await recordAudit(context.db, { ...context, actor }, { ...each, details });
  }
}

function triedBy(
  endpoint: Endpoint,
  request: FastifyRequest,
): Pick<AuditedAction, 'action' | 'details'> {
  const name = nameOfEndpoint(endpoint);
  const action = name === undefined ? undefined : auditActionOf(name, request.body);
  return action === undefined
    ? { action: 'make another call', details: { call: name ?? endpoint.path } }
    : { action };
}

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

function idIn(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !('id' in params)) return undefined;
  return typeof params.id === 'string' && uuidPattern.test(params.id) ? params.id : undefined;
}

/** The bearer token of a request; undefined if the request has no bearer token. */
export function bearerToken(request: FastifyRequest): string | undefined {
  // The scheme is case-insensitive (RFC 9110, 11.1).
  return /^bearer +(?<token>\S+)$/iu.exec(request.headers.authorization ?? '')?.groups?.['token'];
}

/**
 * Sends a refusal as JSON, with a link to its page of help (RFC 8288). A temporary refusal is sent as a page if a browser opened the address.
 */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, error } = refusals[refusal.code];
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header('retry-after', refusal.retryAfterSeconds);
  }
  const hasRetryAfter = reply.getHeader('retry-after') !== undefined;
  if ((status === 429 || status === 503) && !hasRetryAfter) reply.header('retry-after', '5');
  const help = helpAddressOf(refusal.code);
  if (help !== undefined) reply.header('link', `<${help}>; rel="help"`);
  reply.code(status);
  return (
    sendTroublePage(reply, refusal.code) ??
    reply.send({ error, details: refusal.details ?? error, code: refusal.code })
  );
}
