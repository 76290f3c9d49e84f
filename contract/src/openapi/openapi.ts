/** The API document (OpenAPI 3.1), generated from the endpoints. */
import { z } from 'zod';
import { actingHospitalHeader, staffRoles } from '../constants.ts';
import type { Endpoint } from '../endpoint.ts';
import { endpoints } from '../endpoints.ts';
import { maxWatchedHospitals, streamPath } from '../events.ts';
import { identityCalls } from '../account/identity.ts';
import { described, describedField } from './openapi-described.ts';
import { bodyExamples, exampleOf } from './openapi-examples.ts';
import {
  answerName,
  bodyName,
  capitalised,
  type Json,
  moduleOf,
  namedSchemas,
  tidy,
  withSharedParts,
} from './openapi-schemas.ts';
import { problem, type RefusalCode, refusals } from '../refusals.ts';
import { serverTimeHeader } from '../server-time.ts';

const bearer = [{ bearer: [] }];

/** Makes the whole API document; `serverUrl` is the address of this installation. */
export function openApiDocument(serverUrl: string): Json {
  const schemas = withSharedParts(described(namedSchemas()));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Baari',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Hospital appointment queues. Sign in with a call of the tag *Sign-in*, get a token from ' +
        '`/identity/token` and send it as a bearer token. Every refusal is `{error, details, code}`, with ' +
        'a `Link` of `rel="help"` if a page explains it. Times are ISO 8601 in UTC; days and clock times are those of the hospital. A write with an `Idempotency-Key` has ' +
        'one effect, however often it is sent. New fields and event types may be added: ignore those you do not know.',
    },
    servers: [{ url: `${serverUrl}/api`, description: 'This installation' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    ...withSharedAnswers(
      {
        ...endpointPaths(schemas),
        ...identityPaths(schemas),
        [streamPath]: streamOperation(),
      },
      {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'A token from `GET /identity/token`, which takes the session cookie.',
          },
        },
        parameters: { IdempotencyKey: idempotencyKey, ActingHospital: actingHospital },
        headers,
        schemas,
      },
    ),
  };
}

/** The tags of the document, in the order in which the page shows them. */
const tags = {
  Queue: 'Requests and places in a line, and the actions of staff and patients on them.',
  Lines: 'Shared lines, their service points, and visits of several stops.',
  Appointments: 'Offered times, bookings and check-in.',
  Arrivals: 'Walk-ins, kiosks, displays, tickets, shared links and the code at the door.',
  Visits: 'Questions before a visit, their summary, and ratings after it.',
  Hospitals: 'Public data of hospitals, their profile and the end of their day.',
  Doctors: 'Doctors, their working hours, status, photo and settings.',
  Patients: 'Patients known to a hospital, people of an account and their profiles.',
  Reports: 'Reports for patients and who may read them.',
  Account: 'The account of the caller: sessions, security, consents, notifications, erasure.',
  Team: 'Staff of a hospital, join requests and invitations.',
  Keys: "API keys of a hospital's own systems. Their calls and fields are promised at `/api/v1/openapi.json`.",
  Figures: 'Analytics of the hospital, and simulations of past days.',
  Audit: 'The audit trail of the hospital.',
  Site: 'The public pages of the installation.',
  Live: 'The stream of live events.',
  'Sign-in': 'The identity provider: sign-up, sign-in, second step, passkeys, tokens.',
} as const;
type Tag = keyof typeof tags;

const tagOfModule: Readonly<Record<string, Tag>> = {
  sharedLine: 'Lines',
  counter: 'Lines',
  journey: 'Lines',
  appointment: 'Appointments',
  earlier: 'Appointments',
  schedule: 'Doctors',
  timetable: 'Appointments',
  rebooking: 'Appointments',
  arrival: 'Arrivals',
  sharedPlace: 'Arrivals',
  screen: 'Arrivals',
  assessment: 'Visits',
  summary: 'Visits',
  rating: 'Visits',
  hospital: 'Hospitals',
  day: 'Hospitals',
  doctor: 'Doctors',
  doctorProfile: 'Doctors',
  doctorSettings: 'Doctors',
  photo: 'Doctors',
  patient: 'Patients',
  merge: 'Patients',
  person: 'Patients',
  profile: 'Patients',
  report: 'Reports',
  reportAccess: 'Reports',
  identity: 'Account',
  consent: 'Account',
  notification: 'Account',
  erasure: 'Account',
  team: 'Team',
  apiKeys: 'Keys',
  webhooks: 'Keys',
  abdm: 'Hospitals',
  analytics: 'Figures',
  replay: 'Figures',
  audit: 'Audit',
  site: 'Site',
};

function tagOf(definition: Endpoint): Tag {
  return tagOfModule[moduleOf(definition) ?? ''] ?? 'Queue';
}

function endpointPaths(schemas: Record<string, Json>): Json {
  const paths: Record<string, Json> = {};
  for (const [name, definition] of Object.entries(endpoints)) {
    const path = definition.path.replaceAll(/:(\w+)/gu, '{$1}');
    paths[path] = {
      ...paths[path],
      [definition.method.toLowerCase()]: operation(name, definition, schemas),
    };
  }
  return paths;
}

function operation(name: string, definition: Endpoint, schemas: Record<string, Json>): Json {
  const { access, body, example, path } = definition;
  return {
    operationId: name,
    tags: [tagOf(definition)],
    summary: definition.summary,
    description: descriptionOf(definition),
    security: access === 'public' ? [] : bearer,
    parameters: [
      ...parametersOf('path', definition.params, path),
      ...parametersOf('query', definition.query, path),
      ...(heedsKey(definition) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(isForStaff(definition) ? [{ $ref: '#/components/parameters/ActingHospital' }] : []),
      ...(definition.upload === undefined ? [] : [fileName]),
    ],
    ...(definition.upload === undefined
      ? {}
      : { requestBody: { required: true, content: filesOf(definition.upload.types) } }),
    ...(body === undefined ? {} : { requestBody: bodyOf(name, schemas, example) }),
    responses: {
      [String(definition.status ?? 200)]: {
        description: 'Done.',
        headers: headersOf(access !== 'public'),
        content:
          definition.download === undefined
            ? answerOf(name, schemas)
            : filesOf(definition.download),
      },
      ...problemResponses(definition),
    },
  };
}

function bodyOf(name: string, schemas: Record<string, Json>, example?: object): Json {
  return { required: true, content: named(bodyName(name), schemas, example ?? bodyExamples[name]) };
}

function answerOf(name: string, schemas: Record<string, Json>): Json {
  return named(answerName(name), schemas);
}

/**
 * The JSON media type of a named schema, with the given example or an example generated from the
 * schema.
 */
function named(schema: string, schemas: Record<string, Json>, example?: object): Json {
  const $ref = `#/components/schemas/${schema}`;
  return jsonOf({ $ref }, example ?? exampleOf({ $ref }, schemas));
}

const roleWords = {
  patient: 'patients',
  doctor: 'doctors',
  receptionist: 'receptionists',
  hospital_admin: 'administrators of the hospital',
} as const;

/**
 * The description of an endpoint: who may call it, its error codes besides those of malformed
 * input, and its rows in requirements.md.
 */
function descriptionOf(definition: Endpoint): string {
  const { problems, rows, needsProof, isSecret, upload } = definition;
  const parts = [accessSentence(definition)];
  if (needsProof === true) {
    parts.push('The caller must have proved their identity within the last minutes.');
  }
  if (definition.key !== undefined) {
    parts.push(
      `An API key with the scope \`${definition.key}\` may call it at \`/api/v1${definition.path}\`, and sees fewer fields.`,
    );
  }
  if (isSecret === true) parts.push('The answer holds a secret that is shown once.');
  if (upload !== undefined) parts.push(`At most ${upload.maxBytes} bytes.`);
  if (problems.length > 0) {
    const refused = problems.map((code) => `- \`${code}\`: ${refusals[code].error}`);
    parts.push(`\n\nRefuses:\n\n${[...new Set(refused)].join('\n')}`);
  }
  return `${parts.join(' ')}\n\nRows: ${rows.join(', ')}.`;
}

function accessSentence({ access }: Endpoint): string {
  if (access === 'public') return 'Anyone may call this, without a token.';
  if (access === 'signed-in') return 'Anyone who is signed in may call this.';
  const who = access.map((role) => roleWords[role]);
  const last = who.at(-1) ?? '';
  const listed = who.length > 1 ? `${who.slice(0, -1).join(', ')} and ${last}` : last;
  return `${capitalised(listed)} may call this.`;
}

function isForStaff({ access }: Endpoint): boolean {
  return (
    access !== 'public' &&
    (access === 'signed-in' || staffRoles.some((role) => access.includes(role)))
  );
}

/**
 * Whether an endpoint supports an Idempotency-Key. Public endpoints do not, because the server
 * needs a signed-in sender to recognise a retry. Endpoints that return a secret do not, because the
 * secret is sent only once.
 */
function heedsKey({ access, method, isSecret }: Endpoint): boolean {
  return method !== 'GET' && isSecret !== true && access !== 'public';
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Requests with the same key and body have one effect and one answer, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const fileName = {
  name: 'X-File-Name',
  in: 'header',
  required: false,
  description: "The file's name, percent-encoded.",
  schema: { type: 'string' },
};

const actingHospital = {
  name: actingHospitalHeader,
  in: 'header',
  required: false,
  description:
    'Id of the hospital that staff act for. The call is refused when their session now acts for another one.',
  schema: { type: 'string', format: 'uuid' },
};

/** The response headers that the API document describes. */
const headers = {
  ServerTime: {
    description: "The server's time, milliseconds since 1970.",
    schema: { type: 'integer' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitPolicy: {
    description:
      "The caller's limit: `q` requests in a window of `w` seconds, separately for reads and writes.",
    schema: { type: 'string' },
    example: '"read";q=600;w=60',
  },
  RateLimit: {
    description:
      'The remaining limit: `r` requests, and `t` seconds until the limit is full again.',
    schema: { type: 'string' },
    example: '"read";r=599;t=60',
  },
};

function headersOf(isLimited: boolean, isRetried = false): Json {
  return {
    [serverTimeHeader]: { $ref: '#/components/headers/ServerTime' },
    ...(isRetried ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
    ...(isLimited
      ? {
          'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
          RateLimit: { $ref: '#/components/headers/RateLimit' },
        }
      : {}),
  };
}

/**
 * The OpenAPI content of an endpoint that sends or receives a file of any of these types. OpenAPI
 * describes nothing more about a file.
 */
function filesOf(types: readonly string[]): Json {
  return Object.fromEntries(types.map((type) => [type, {}]));
}

function parametersOf(
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
  path: string,
): Json[] {
  if (schema === undefined) return [];
  return Object.entries<z.ZodType>(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    description: place === 'path' ? inPath(name, path) : inQuery(name),
    schema: schemaOf(field, 'input'),
  }));
}

/** What the id in a path identifies, by the path segment before the id. */
const subjectOf: Readonly<Record<string, string>> = {
  queues: 'entry of the queue',
  visits: 'entry of the queue or of the appointment',
  people: 'person',
  sessions: 'session',
  'emergency-access': 'access in an emergency',
  'join-requests': 'join request',
  team: 'account of the member',
  'staff-invitations': 'invitation',
  photos: 'photo',
  'days-off': 'days off',
  'walk-ins': 'walk-in',
  consents: 'hospital',
  merges: 'merge',
  screens: 'screen',
};

function inPath(name: string, path: string): string {
  if (name !== 'id') return describedField('path', name) ?? '';
  const before = path.split(`/:${name}`)[0]?.split('/').at(-1) ?? '';
  return `Id of the ${subjectOf[before] ?? before.replace(/s$/u, '')}.`;
}

function inQuery(name: string): string {
  return describedField('query', name) ?? '';
}

/** Error codes that any endpoint may return: before it runs, or when the server is in trouble. */
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

/**
 * HTTP statuses that mean the same for every endpoint. They share one response description,
 * `default`.
 */
const ofAnyCall = new Set([408, 413, 415, 431, 500, 503]);

function problemResponses(definition: Endpoint): Json {
  const all = [...new Set(refusalsOf(definition))];
  const [own, common] = [false, true].map((isCommon) =>
    all.filter((code) => ofAnyCall.has(refusals[code].status) === isCommon),
  );
  const byStatus = Map.groupBy(own ?? [], (code) => refusals[code].status);
  return {
    ...Object.fromEntries(
      [...byStatus]
        .toSorted(([a], [b]) => a - b)
        .map(([status, refused]) => [String(status), refusedAs(status, refused)]),
    ),
    default: refusedAs(503, common ?? []),
  };
}

function refusedAs(status: number, refused: readonly RefusalCode[]): Json {
  const [code = 'internal'] = refused;
  const { error } = refusals[code];
  return {
    description: refused.map((each) => `${each}: ${refusals[each].error}`).join(' '),
    headers: headersOf(false, status === 429 || status === 503),
    content: jsonOf({ $ref: '#/components/schemas/Problem' }, {
      error,
      details: error,
      code,
    } satisfies z.input<typeof problem>),
  };
}

/**
 * Moves error responses and long examples that several endpoints share into components, so that
 * each is written once.
 */
function withSharedAnswers(paths: Json, components: Json): Json {
  const responses: Record<string, Json> = {};
  const names = new Map<string, string>();
  const nameOf = (status: string, text: string): string => {
    const alike = Object.keys(responses).filter((name) => name.startsWith(`Refused${status}`));
    const name =
      names.get(text) ?? `Refused${status}${alike.length === 0 ? '' : `_${alike.length + 1}`}`;
    names.set(text, name);
    return name;
  };
  const timesOf = timesOfParameters(paths);
  const parameterNames = new Map<string, string>();
  const parameters: Record<string, Json> = {};
  const examples: Record<string, Json> = {};
  const exampleNames = new Map<string, string>();
  const shared = JSON.stringify(paths, (key, value: unknown) => {
    if (key === 'application/json' && typeof value === 'object' && value !== null) {
      const { example, ...rest } = value as Json;
      const text = JSON.stringify(example) ?? '';
      if (text.length < 200) return value;
      const name = exampleNames.get(text) ?? `Example${exampleNames.size + 1}`;
      exampleNames.set(text, name);
      examples[name] = { value: example };
      return { ...rest, examples: { example: { $ref: `#/components/examples/${name}` } } };
    }
    if (key === 'parameters' && Array.isArray(value)) {
      return value.map((parameter: Json) => {
        const text = JSON.stringify(parameter);
        const isShared = parameter['in'] !== undefined && (timesOf.get(text) ?? 0) > 1;
        if (!isShared) return parameter;
        const name = parameterNames.get(text) ?? `Parameter_${parameterNames.size + 1}`;
        parameterNames.set(text, name);
        parameters[name] = parameter;
        return { $ref: `#/components/parameters/${name}` };
      });
    }
    if (key !== 'responses' || typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([status, response]: [string, unknown]) => {
        if (Number(status) < 400) return [status, response];
        const name = nameOf(status === 'default' ? '' : status, JSON.stringify(response));
        responses[name] = response as Json;
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    );
  });
  return {
    paths: JSON.parse(shared) as Json,
    components: {
      ...components,
      parameters: { ...(components['parameters'] as Json), ...parameters },
      responses,
      examples,
    },
  };
}

/** Counts the endpoints that use each parameter; the key is the parameter's JSON. */
function timesOfParameters(paths: Json): Map<string, number> {
  const times = new Map<string, number>();
  JSON.stringify(paths, (key, value: unknown) => {
    if (key === 'parameters' && Array.isArray(value)) {
      for (const parameter of value) {
        const text = JSON.stringify(parameter);
        times.set(text, (times.get(text) ?? 0) + 1);
      }
    }
    return value;
  });
  return times;
}

/**
 * The response description for HTTP statuses whose error codes are not listed for each endpoint.
 */
const refusedSomehow: Json = {
  description: 'Refused: the code in the answer says why.',
  headers: headersOf(false, true),
  content: jsonOf({ $ref: '#/components/schemas/Problem' }),
};

/** Turns the name of an endpoint into words: signUpWithEmail becomes "Sign up with email". */
function inWords(name: string): string {
  return capitalised(name.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`));
}

function identityPaths(schemas: Record<string, Json>): Json {
  return Object.fromEntries(
    Object.entries(identityCalls).map(([name, call]) => [
      `/identity${call.path}`,
      {
        [call.method.toLowerCase()]: {
          operationId: name,
          tags: ['Sign-in'],
          summary: inWords(name),
          description:
            'A call of the identity provider. A browser sends the session cookie; the answer may set it.',
          security: [],
          ...('body' in call ? { requestBody: bodyOf(name, schemas) } : {}),
          responses: {
            '200': {
              description: 'Done.',
              headers: headersOf(false),
              content: answerOf(name, schemas),
            },
            '4XX': refusedSomehow,
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
      tags: ['Live'],
      summary: 'Listen to live events; reconnect with Last-Event-ID to miss none',
      description:
        'Anyone who is signed in may call this. Patients receive events of their own entries, staff those of their hospital. Each ' +
        'event is a data line with JSON `{type, data}`, followed by a blank line. An `id` line gives the position of the ' +
        'event in the log; derived events, such as a `position_changed` because others moved, have none. Send the ' +
        'latest id as `Last-Event-ID` when you reconnect.\n\n' +
        'An approval is one event with one id and two frames for staff, sent together: `queue_approved` takes the ' +
        'entry off the pending requests, `queue_joined` puts it in the doctor’s line. The id of the first frame ' +
        'ends in `.1` (part 1); a client that lost the connection between the two and reconnects with it gets only the ' +
        'second. Patients get only `queue_approved`.\n\n' +
        'A `reset` event means that the missed events are unknown: read everything again. Lines that begin ' +
        'with a colon are heartbeats.\n\nRows: EV-1, EV-2, API-16, INV-6.',
      security: bearer,
      parameters: [
        {
          name: 'Last-Event-ID',
          in: 'header',
          required: false,
          description: 'The id of the last frame received.',
          schema: { type: 'string', pattern: String.raw`^\d+-\d+(\.1)?$` },
          example: '81231-4711',
        },
        {
          name: 'hospitalId',
          in: 'query',
          required: false,
          description:
            'Hospitals whose doctors a patient watches: changes of status and line length.',
          schema: {
            type: 'array',
            items: { type: 'string', format: 'uuid' },
            maxItems: maxWatchedHospitals,
          },
        },
        { $ref: '#/components/parameters/ActingHospital' },
      ],
      responses: {
        '200': {
          description: 'Each event is one data line with JSON, followed by a blank line.',
          headers: headersOf(false),
          content: {
            'text/event-stream': { schema: { $ref: '#/components/schemas/LiveEvent' } },
          },
        },
        '4XX': refusedSomehow,
        default: refusedSomehow,
      },
    },
  };
}

function jsonOf(schema: Json, example?: unknown): Json {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return tidy(json);
}
