/** The API document (OpenAPI 3.1), emitted from the endpoints themselves. */
import { z } from 'zod';
import { staffRoles } from './constants.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { liveEvent, maxWatchedHospitals, streamPath } from './events.ts';
import { identityCalls } from './account/identity.ts';
import { problem, type RefusalCode, refusals } from './refusals.ts';

type Json = Record<string, unknown>;

const bearer = [{ bearer: [] }];

/** The whole document; `serverUrl` is where this installation is reached. */
export function openApiDocument(serverUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Baari',
      version: '1',
      description:
        'Hospital appointment queues. Sign in below /identity, take a token from /identity/token ' +
        'and send it as a bearer token. Every refusal is {error, details, code}.',
    },
    servers: [{ url: `${serverUrl}/api` }],
    paths: { ...endpointPaths(), ...identityPaths(), [streamPath]: streamOperation() },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: schemaOf(problem, 'output') },
    },
  };
}

function endpointPaths(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, definition] of Object.entries(endpoints)) {
    const path = definition.path.replaceAll(/:(\w+)/gu, '{$1}');
    paths[path] = {
      ...paths[path],
      [definition.method.toLowerCase()]: operation(name, definition),
    };
  }
  return paths;
}

function operation(name: string, definition: Endpoint): Json {
  const { access, body, example } = definition;
  return {
    operationId: name,
    summary: definition.summary,
    description: `${accessSentence(definition)} Rows: ${definition.rows.join(', ')}.`,
    security: access === 'public' ? [] : bearer,
    parameters: [
      ...parametersOf('path', definition.params),
      ...parametersOf('query', definition.query),
      ...(heedsKey(definition) ? [idempotencyKey] : []),
      ...(definition.upload === undefined ? [] : [fileName]),
    ],
    ...(definition.upload === undefined
      ? {}
      : { requestBody: { required: true, content: filesOf(definition.upload.types) } }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: jsonOf(schemaOf(body, 'input'), example) } }),
    responses: {
      [String(definition.status ?? 200)]: {
        description: 'Done.',
        content:
          definition.download === undefined
            ? jsonOf(schemaOf(definition.reply, 'output'))
            : filesOf(definition.download),
      },
      ...problemResponses(definition),
    },
  };
}

function accessSentence({ access }: Endpoint): string {
  if (access === 'public') return 'No token needed.';
  if (access === 'signed-in') return 'For anyone signed in.';
  return `For ${access.join(', ')}.`;
}

/** A retry is known by its key and by who sends it; a secret is told once. */
function heedsKey({ access, method, isSecret }: Endpoint): boolean {
  return method !== 'GET' && isSecret !== true && access !== 'public';
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body have one effect and one answer, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const fileName = {
  name: 'X-File-Name',
  in: 'header',
  required: false,
  description: "The file's name, percent-encoded.",
  schema: { type: 'string' },
};

/** Bytes of any of these types; the document says nothing more about them. */
function filesOf(types: readonly string[]): Json {
  return Object.fromEntries(types.map((type) => [type, {}]));
}

function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  if (schema === undefined) return [];
  return Object.entries<z.ZodType>(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: schemaOf(field, 'input'),
  }));
}

/** Of any call, before it begins or where the server is in trouble. */
const always = [
  'headers_too_large',
  'too_many_requests',
  'internal',
  'unavailable',
  'storage_full',
  'overloaded',
] as const satisfies RefusalCode[];

function refusalsOf(definition: Endpoint): RefusalCode[] {
  const { access, method, problems, params, query, body, upload } = definition;
  const codes: RefusalCode[] = [...problems];
  if (method !== 'GET') codes.push('invalid_request', 'request_timeout', 'collided');
  if (method !== 'GET' && upload === undefined) {
    codes.push('body_too_large', 'unsupported_media_type');
  }
  if (heedsKey(definition)) codes.push('idempotency_key_reused', 'idempotency_key_running');
  if (query !== undefined || body !== undefined) codes.push('invalid_request');
  if (params !== undefined) codes.push('not_found');
  if (access !== 'public') codes.push('not_authenticated', 'session_ended');
  if (access === 'signed-in') codes.push('session_idle', 'acting_elsewhere');
  else if (access !== 'public') {
    codes.push('forbidden');
    if (staffRoles.some((role) => access.includes(role))) {
      codes.push('session_idle', 'acting_elsewhere', 'two_factor_setup_required');
    }
  }
  return [...codes, ...always];
}

function problemResponses(definition: Endpoint): Json {
  const byStatus = Map.groupBy(new Set(refusalsOf(definition)), (code) => refusals[code].status);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, refused]) => [
        String(status),
        {
          description: refused.map((code) => `${code}: ${refusals[code].error}`).join(' '),
          content: jsonOf({ $ref: '#/components/schemas/Problem' }),
        },
      ]),
  );
}

/** Where the codes are not listed call by call. */
const refusedSomehow: Json = {
  description: 'Refused.',
  content: jsonOf({ $ref: '#/components/schemas/Problem' }),
};

function identityPaths(): Json {
  return Object.fromEntries(
    Object.entries(identityCalls).map(([name, call]) => [
      `/identity${call.path}`,
      {
        [call.method.toLowerCase()]: {
          operationId: name,
          summary: `Identity provider: ${name}`,
          security: [],
          ...('body' in call
            ? { requestBody: { required: true, content: jsonOf(schemaOf(call.body, 'input')) } }
            : {}),
          responses: {
            '200': { description: 'Done.', content: jsonOf(schemaOf(call.reply, 'output')) },
            default: refusedSomehow,
          },
        },
      },
    ]),
  );
}

function streamOperation(): Json {
  return {
    get: {
      operationId: 'liveEvents',
      summary: 'Live events; come back with Last-Event-ID and nothing is missed',
      security: bearer,
      parameters: [
        { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } },
        {
          name: 'hospitalId',
          in: 'query',
          required: false,
          description: "Hospitals whose doctors' status a patient wants to see change.",
          schema: {
            type: 'array',
            items: { type: 'string', format: 'uuid' },
            maxItems: maxWatchedHospitals,
          },
        },
      ],
      responses: {
        '200': {
          description: 'Each event is a data line with JSON, ended by a blank line.',
          content: { 'text/event-stream': { schema: schemaOf(liveEvent, 'output') } },
        },
        default: refusedSomehow,
      },
    },
  };
}

function jsonOf(schema: Json, example?: object): Json {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}
