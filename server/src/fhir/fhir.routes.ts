/**
 * /fhir/R4: reads and searches for hospitals' systems, as FHIR R4 [API-33]. Answers are
 * application/fhir+json, and each refusal is an OperationOutcome.
 */
import { refusals } from '@baari/contract/refusals.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { sendRefusal } from '../platform/http/route.ts';
import { refuse } from '../platform/result.ts';
import { version } from '../platform/version.ts';
import { searchBundle } from './bundle.rules.ts';
import {
  type Answer,
  type CallAsked,
  fhirPath,
  type FhirOptions,
  idOf,
  makeCalls,
  queryOf,
  refused,
} from './calls.ts';
import { capabilityStatement } from './capability.rules.ts';
import { outcomeOf } from './outcome.rules.ts';
import { auditRead, readResource, searchResources } from './read-resources.ts';
import type { Reader } from './reads/reader.ts';
import { definitionWith } from './resources/definitions.rules.ts';
import { readQuery } from './search/asked.rules.ts';
import { type ServedName, servedNames, servedTypes } from './search/served-types.rules.ts';
import {
  mountSubscriptions,
  type SubscriptionOptions,
} from './subscriptions/subscriptions.routes.ts';
import { isKnownTag, tagOf, versioned } from './versions.ts';

/** The action of reads in the audit trail. */
const readAction = 'read FHIR records';

const types = ['application/fhir+json', 'application/json'];

export async function mountFhir(options: FhirOptions & SubscriptionOptions): Promise<void> {
  await options.app.register(
    async (fhir) => {
      answerAsFhir(fhir);
      fhir.setNotFoundHandler(answerUnknown);
      // Otherwise the route of the web's files would take reads of unknown resources.
      fhir.get('/*', answerUnknown);
      mountOpenReads(fhir, options);
      for (const name of servedNames) mountType(fhir, options, name);
      mountSubscriptions(fhir, options);
    },
    { prefix: fhirPath },
  );
}

/** Refuses a method that a known address does not have, and every unknown address. */
function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?');
  const [type = '', id, ...more] = path.slice(fhirPath.length + 1).split('/');
  const isSearched = servedNames.some((name) => name === type);
  const allowed =
    type === 'Subscription'
      ? methodsOfSubscriptions(id, more)
      : more.length > 0
        ? undefined
        : methodsOf({ type, id, isSearched });
  if (allowed === undefined || allowed.includes(request.method)) {
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

function methodsOfSubscriptions(
  id: string | undefined,
  [operation, ...more]: readonly string[],
): readonly string[] | undefined {
  if (id === undefined) return ['GET', 'HEAD', 'POST'];
  if (operation === undefined) return ['GET', 'HEAD', 'DELETE'];
  const isKnown = operation === '$status' || operation === '$events';
  return isKnown && more.length === 0 ? ['GET', 'HEAD', 'POST'] : undefined;
}

/** Makes every answer FHIR: the refusals of the server's other parts, and the content type. */
function answerAsFhir(fhir: FastifyInstance): void {
  fhir.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, text),
  );
  fhir.addContentTypeParser<string>(
    'application/fhir+json',
    { parseAs: 'string' },
    fhir.getDefaultJsonParser('error', 'error'),
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
  const call = makeCalls(options);
  const { scope } = servedTypes[type];
  const asked = (how: 'read' | 'search'): CallAsked => ({
    type,
    how,
    scopes: [scope],
    audited: readAction,
  });
  const search: Answer = (reader, request, reply) => answerSearch(reader, type, request, reply);
  const read: Answer = (reader, request, reply) => answerRead(reader, type, request, reply);
  fhir.get(`/${type}`, ...call(asked('search'), search));
  fhir.post(`/${type}/_search`, ...call(asked('search'), search));
  fhir.get(`/${type}/:id`, ...call(asked('read'), read));
}

async function answerRead(
  reader: Reader,
  type: ServedName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const id = idOf(request);
  const found = await readResource(reader, type, id);
  if (found === undefined) {
    const why = 'The hospital of this API key has nothing with this id.';
    return refused(reader, { type, audited: readAction }, reply, refuse('not_found', why));
  }
  if (found === 'not_in_scope') {
    const refusal = refuse('not_in_scope', 'queue:read');
    return refused(reader, { type, audited: readAction }, reply, refusal);
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
