/**
 * /fhir/R4: reads and searches for hospitals' systems, as FHIR R4 [API-33]. Answers are
 * application/fhir+json, and each refusal is an OperationOutcome.
 */
import { refusals } from '@baari/contract/refusals.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { IntegrationActor } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { findZoneForStaff } from '../appointments/appointments.store.ts';
import { bearerToken, sendRefusal } from '../platform/http/route.ts';
import { type CountRequest, rateLimitHeaders } from '../platform/http/user-limits.ts';
import { type Refusal, type Result, refuse } from '../platform/result.ts';
import { version } from '../platform/version.ts';
import { searchBundle } from './bundle.rules.ts';
import { capabilityStatement } from './capability.rules.ts';
import { outcomeOf } from './outcome.rules.ts';
import { auditRead, readResource, searchResources } from './read-resources.ts';
import type { ReadBands, Reader } from './reads/reader.ts';
import { definitionWith } from './resources/definitions.rules.ts';
import { readQuery } from './search/asked.rules.ts';
import { type ServedName, servedNames, servedTypes } from './search/served-types.rules.ts';
import { isKnownTag, tagOf, versioned } from './versions.ts';

/** The hospital's system that asks, and whether its token allows a type. */
export interface FhirCaller {
  readonly actor: IntegrationActor;
  readonly mayAsk: (type: string, how: 'read' | 'search') => boolean;
}

export interface FhirOptions {
  readonly app: FastifyInstance;
  readonly database: OpenDatabase;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly authenticate: (
    token: string | undefined,
    address: string,
  ) => Promise<Result<FhirCaller>>;
  readonly readBands: ReadBands;
  /** Counts the requests of a key; undefined if there are no limits, for load tests on loopback. */
  readonly countRequest: CountRequest | undefined;
}

export const fhirPath = '/fhir/R4';
const types = ['application/fhir+json', 'application/json'];

export async function mountFhir(options: FhirOptions): Promise<void> {
  await options.app.register(
    async (fhir) => {
      answerAsFhir(fhir);
      fhir.setNotFoundHandler(answerUnknown);
      // Otherwise the route of the web's files would take reads of unknown resources.
      fhir.get('/*', answerUnknown);
      mountOpenReads(fhir, options);
      for (const name of servedNames) mountType(fhir, options, name);
    },
    { prefix: fhirPath },
  );
}

/** Refuses a method that a known address does not have, and every unknown address. */
function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?');
  const [type = '', id, ...more] = path.slice(fhirPath.length + 1).split('/');
  const isSearched = servedNames.some((name) => name === type);
  const allowed = methodsOf({ type, id, isSearched });
  if (more.length > 0 || allowed === undefined || allowed.includes(request.method)) {
    return sendRefusal(reply, refuse('not_found'));
  }
  return sendRefusal(reply.header('allow', allowed.join(', ')), refuse('method_not_allowed'));
}

/** The methods of an address; undefined for an unknown one. */
function methodsOf({
  type,
  id,
  isSearched,
}: {
  readonly type: string;
  readonly id: string | undefined;
  readonly isSearched: boolean;
}): readonly string[] | undefined {
  if (id === undefined) return isSearched || type === 'metadata' ? ['GET', 'HEAD'] : undefined;
  if (isSearched && id === '_search') return ['POST'];
  return isSearched || type === 'StructureDefinition' ? ['GET', 'HEAD'] : undefined;
}

/** Makes every answer FHIR: the refusals of the server's other parts, and the content type. */
function answerAsFhir(fhir: FastifyInstance): void {
  fhir.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, text),
  );
  fhir.addHook('preSerialization', async (_request, reply, payload) => {
    reply.type('application/fhir+json; charset=utf-8');
    return isRefusalBody(payload) ? asOutcome(reply, payload) : payload;
  });
  fhir.addHook('onRequest', async (request, reply) => {
    if (acceptsJson(request)) return undefined;
    const text = 'The server answers application/fhir+json only.';
    return reply.code(406).send(outcomeOf({ status: 406, text }));
  });
}

interface RefusalBody {
  readonly error: string;
  readonly details: unknown;
  readonly code: string;
}

function isRefusalBody(payload: unknown): payload is RefusalBody {
  return typeof payload === 'object' && payload !== null && 'error' in payload && 'code' in payload;
}

function asOutcome(reply: FastifyReply, { error, details }: RefusalBody) {
  const { statusCode: status } = reply;
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const diagnostics = typeof details === 'string' && details !== error ? [details] : [];
  return outcomeOf({ status, text: error, diagnostics });
}

function acceptsJson(request: FastifyRequest): boolean {
  const asked = queryOf(request).find(([name]) => name === '_format')?.[1];
  if (asked !== undefined) return asked === 'json' || types.includes(asked.split(';')[0] ?? '');
  return new Negotiator(request.raw).mediaType(types) !== undefined;
}

/** What everybody may read: the capability statement and the definitions of the extensions. */
function mountOpenReads(fhir: FastifyInstance, { publicUrl }: FhirOptions): void {
  const base = `${publicUrl}${fhirPath}`;
  const statement = capabilityStatement({ base, publicUrl, version, date: '2026-11-30' });
  fhir.get('/metadata', (_request, reply) => reply.send(statement));
  fhir.get<{ Params: { id: string } }>('/StructureDefinition/:id', (request, reply) => {
    const found = definitionWith(base, request.params.id);
    return found === undefined ? sendRefusal(reply, refuse('not_found')) : reply.send(found);
  });
}

function mountType(fhir: FastifyInstance, options: FhirOptions, type: ServedName): void {
  const callers = new WeakMap<FastifyRequest, FhirCaller>();
  // A key is checked before the body is read [SEC-16].
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await options.authenticate(bearerToken(request), request.ip);
    if (!caller.ok) return sendRefusal(reply, caller);
    callers.set(request, caller.value);
    return undefined;
  };
  const answered =
    (answer: Answer, how: 'read' | 'search') =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = callers.get(request);
      if (caller === undefined) throw new Error('A FHIR call was answered without a key.');
      if (!(await isWithinLimit(options, request, reply, caller.actor))) return reply;
      const reader = await readerOf(options, request, caller.actor);
      const allowed = refusalOf(caller, type, how);
      if (allowed !== undefined) return refused(reader, type, reply, allowed);
      return answer(reader, request, reply);
    };
  const search: Answer = (reader, request, reply) => answerSearch(reader, type, request, reply);
  const read: Answer = (reader, request, reply) => answerRead(reader, type, request, reply);
  fhir.get(`/${type}`, { onRequest }, answered(search, 'search'));
  fhir.post(`/${type}/_search`, { onRequest }, answered(search, 'search'));
  fhir.get(`/${type}/:id`, { onRequest }, answered(read, 'read'));
}

type Answer = (
  reader: Reader,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

function refusalOf(
  { actor, mayAsk }: FhirCaller,
  type: ServedName,
  how: 'read' | 'search',
): Refusal | undefined {
  const { scope } = servedTypes[type];
  if (!actor.scopes.includes(scope)) return refuse('not_in_scope', scope);
  if (mayAsk(type, how)) return undefined;
  return refuse('not_in_scope', `system/${type}.${how === 'read' ? 'r' : 's'}`);
}

/** Counts the call; sends the refusal if the key made too many. */
async function isWithinLimit(
  { countRequest }: FhirOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId }: IntegrationActor,
): Promise<boolean> {
  const counted = await countRequest?.(request, userId, 'read');
  if (counted === undefined) return true;
  reply.headers(rateLimitHeaders(counted));
  if (!counted.isExceeded) return true;
  const retryAfterSeconds = counted.resetSeconds;
  sendRefusal(reply, { ...refuse('too_many_requests'), retryAfterSeconds });
  return false;
}

async function readerOf(
  { database, clock, publicUrl, readBands }: FhirOptions,
  request: FastifyRequest,
  actor: IntegrationActor,
): Promise<Reader> {
  const { hospitalId, scopes } = actor;
  return {
    context: { db: database, clock, actor, address: request.ip },
    site: {
      base: `${publicUrl}${fhirPath}`,
      hospitalId,
      showsPatients: scopes.includes('patients:read'),
    },
    now: clock.now(),
    timeZone: await findZoneForStaff(database, hospitalId),
    readBands,
  };
}

/** Sends a refusal, and writes down that the key tried [SEC-13]. */
async function refused(
  { context }: Reader,
  type: ServedName,
  reply: FastifyReply,
  refusal: Refusal,
): Promise<FastifyReply> {
  await recordAudit(context.db, context, {
    action: 'read FHIR records',
    outcome: refusal.code,
    details: { call: type },
  });
  return sendRefusal(reply, refusal);
}

async function answerRead(
  reader: Reader,
  type: ServedName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const params: unknown = request.params;
  const id =
    typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
  const found = await readResource(reader, type, id);
  if (found === undefined) {
    const why = 'The hospital of this API key has nothing with this id.';
    return refused(reader, type, reply, refuse('not_found', why));
  }
  if (found === 'not_in_scope') {
    return refused(reader, type, reply, refuse('not_in_scope', 'queue:read'));
  }
  if (found === 'approved') {
    const text = 'The request was approved.';
    const diagnostics = [`It goes on as Encounter/${id}.`];
    return reply.code(410).send(outcomeOf({ status: 410, text, diagnostics }));
  }
  const resource = versioned(found.resource);
  const tag = tagOf(resource);
  reply.header('etag', tag);
  if (isKnownTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  await auditRead(reader, type, [found]);
  return reply.send(resource);
}

async function answerSearch(
  reader: Reader,
  type: ServedName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isStrict = /handling=strict/u.test(String(request.headers['prefer'] ?? ''));
  const query = readQuery(type, { query: queryOf(request), isStrict, zone: reader.timeZone });
  if (!query.ok) {
    const { error: text } = refusals.invalid_request;
    const diagnostics = query.problems;
    return reply.code(400).send(outcomeOf({ status: 400, text, diagnostics }));
  }
  const { candidates, next } = await searchResources(reader, query.asked);
  const resources = candidates.map(({ resource }) => versioned(resource));
  const bundle = searchBundle(reader.site.base, query.asked, { resources, next });
  const tag = tagOf(bundle);
  reply.header('etag', tag);
  if (isKnownTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.send(bundle);
}

/** The parameters of the address, then those of a form. */
function queryOf(request: FastifyRequest): (readonly [string, string])[] {
  const at = request.url.indexOf('?');
  const inAddress = new URLSearchParams(at === -1 ? '' : request.url.slice(at + 1));
  const inBody = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
  return [...inAddress, ...inBody];
}
