/** The whole server on its own migrated database, for tests that call it as clients do. */
import { rm } from 'node:fs/promises';
import assert from 'node:assert/strict';
import type { Endpoint, QueryInputOf, ReplyOf } from '@baari/contract/endpoint.ts';
import { type EndpointName, endpoints } from '@baari/contract/endpoints.ts';
import { problem, type RefusalCode, refusals } from '@baari/contract/refusals.ts';
import pg from 'pg';
import type { z } from 'zod';
import { type App, buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
// Loaded in advance, because loading it during the first call would delay the test.
import '../identity/provider/provider.ts';
import type { ConnectionLimits } from '../platform/http/connections.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { withDisposables } from '../platform/with-disposables.ts';
import { makeTestClock, publicUrl, secret, type TestClock } from './identity-app.ts';
import { makeTestDatabase, type TestDatabase } from './test-database.ts';
import { makeTestFolder } from './test-postgres.ts';

export interface TestAppOptions {
  /** Event-loop delay in milliseconds above which requests are refused; unlimited by default. */
  readonly shedsAfterMs?: number;
  /**
   * Another app whose database and clock this app shares, as two processes of one installation do.
   */
  readonly beside?: TestApp;
  /**
   * Whether the app listens on a free port for real sockets, which tests of live streams and race
   * conditions need.
   */
  readonly isListening?: boolean;
  readonly rateLimit?: boolean;
  /** Further environment settings of an operator. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Settings that replace the server's usual connection limits. */
  readonly limits?: Partial<ConnectionLimits>;
  /** A folder with built pages, used instead of the pages that were built in this checkout. */
  readonly webFolder?: string;
  /** An existing database, for a test that stops it, or reads it before and after. */
  readonly database?: Pick<TestDatabase, 'connection' | 'owner'>;
  /** The data folder of the test's own database, if that database is an embedded one. */
  readonly databaseFolder?: string;
  /** The clock to use instead of the usual test clock. */
  readonly clock?: TestClock;
}

/** A server with its database, in this process or in another. */
export interface TestServer {
  readonly db: OpenDatabase;
  readonly clock: TestClock;
  /** The server's address, http://127.0.0.1:port; throws unless the server listens. */
  readonly origin: () => string;
  readonly send: (request: TestRequest) => Promise<TestAnswer>;
}

export interface TestApp extends TestServer {
  readonly app: App;
  /** The connection of the application's database account, which `db` uses too. */
  readonly connection: pg.ClientConfig;
  /**
   * Connections of the tables' owner, for statements that the application's account may not run.
   */
  readonly owner: pg.Pool;
  /** The server's log lines, at level debug. */
  readonly logged: string[];
  readonly close: () => Promise<void>;
}

export interface TestRequest {
  readonly method: string;
  /** The path of the request, including /api. */
  readonly url: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
}

/**
 * No load shedding in tests: a busy machine pauses a test for seconds, which does not mean that the
 * server is overloaded.
 */
const never = Number.POSITIVE_INFINITY;

/**
 * Builds a test app. Closes everything if building fails, because otherwise the test file would
 * hang.
 */
export function makeTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  return withDisposables((opened) => makeAppOf(options, opened));
}

async function makeAppOf(options: TestAppOptions, opened: AsyncDisposableStack): Promise<TestApp> {
  const { beside } = options;
  let own: TestDatabase | undefined;
  if (beside === undefined && options.database === undefined) own = await makeTestDatabase();
  opened.defer(() => own?.drop());
  const given = options.database ?? own;
  const connection = beside?.connection ?? given?.connection ?? {};
  const owner = beside?.owner ?? openOwnersPool(given?.owner ?? {});
  if (beside === undefined) opened.defer(() => owner.end());
  const clock = beside?.clock ?? options.clock ?? makeTestClock();
  const logged: string[] = [];
  const dataDir = makeTestFolder();
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({
    PUBLIC_URL: publicUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    RATE_LIMIT: options.rateLimit === true ? 'on' : 'off',
    ...options.settings,
  });
  const app = await buildApp({
    config,
    connection,
    clock,
    secrets: [secret],
    logTo: { write: (line) => logged.push(line) },
    shedsAfterMs: options.shedsAfterMs ?? never,
    webFolder: options.webFolder,
    databaseFolder: options.databaseFolder,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  opened.defer(() => app.close());
  const origin =
    options.isListening === true
      ? await app.http.listen({ port: 0, host: '127.0.0.1' })
      : undefined;
  return {
    app,
    db: app.database,
    connection,
    owner,
    clock,
    logged,
    origin() {
      if (origin === undefined) throw new Error('This test app does not listen.');
      return origin;
    },
    send: (request) =>
      origin === undefined ? sendInside(app, request) : sendOver(origin, request),
    close: () => opened.disposeAsync(),
  };
}

/**
 * A connection pool for the owner's account. It connects only when used, and soon closes idle
 * connections.
 */
function openOwnersPool(connection: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({ ...connection, max: 2, idleTimeoutMillis: 500 });
  // When a database stops, its idle connections fail; the next statement opens another connection.
  pool.on('error', () => undefined);
  return pool;
}

async function sendInside(app: App, request: TestRequest): Promise<TestAnswer> {
  const { method, url } = request;
  const payload = payloadOf(request);
  const answer = await app.http.inject({
    method: methodOf(method),
    url,
    headers: headersOf(request),
    ...(payload === undefined ? {} : { payload }),
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
  return answerOf(answer.statusCode, headers, answer.body);
}

function methodOf(method: string): 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' {
  switch (method) {
    case 'GET':
    case 'POST':
    case 'PUT':
    case 'DELETE':
    case 'PATCH':
    case 'HEAD':
      return method;
    default:
      throw new Error(`A method that tests do not send: ${method}`);
  }
}

/** Sends a request over a real socket. */
export async function sendOver(origin: string, request: TestRequest): Promise<TestAnswer> {
  const body = payloadOf(request);
  const answer = await fetch(`${origin}${request.url}`, {
    method: request.method,
    headers: headersOf(request),
    ...(body === undefined ? {} : { body }),
  });
  return answerOf(answer.status, answer.headers, await answer.text());
}

/** The body to send: texts and bytes unchanged, everything else as JSON. */
function payloadOf({ body }: TestRequest): string | Buffer<ArrayBuffer> | undefined {
  if (body === undefined || typeof body === 'string') return body;
  return body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body);
}

function headersOf({ token, headers, body }: TestRequest): Record<string, string> {
  return {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...headers,
  };
}

function answerOf(status: number, headers: Headers, text: string): TestAnswer {
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
}

/** Who makes the call: a signed-in person, or undefined for somebody who is not signed in. */
export type Caller = { readonly token: string } | undefined;

export interface CallParts {
  /** The parameter in the path of the endpoint, mostly {id}. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Set for a call by API key, below /api/v1. */
  readonly isByKey?: boolean;
}

/** Calls an endpoint of the contract; the call may succeed or be refused. */
export function call(
  app: Pick<TestApp, 'send'>,
  caller: Caller,
  name: EndpointName,
  { id, query, body, headers, isByKey = false }: CallParts = {},
): Promise<TestAnswer> {
  const endpoint: Endpoint = endpoints[name];
  const search = Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]);
  const path = endpoint.path.replace(/:\w+/u, encodeURIComponent(id ?? ''));
  return app.send({
    method: endpoint.method,
    url: `/api${isByKey ? '/v1' : ''}${path}${search.length === 0 ? '' : `?${new URLSearchParams(search).toString()}`}`,
    token: caller?.token,
    ...(headers === undefined ? {} : { headers }),
    ...(endpoint.body === undefined && body === undefined ? {} : { body: body ?? {} }),
  });
}

/** The query of an endpoint as a caller gives it. */
export type QueryFor<N extends EndpointName> = QueryInputOf<(typeof endpoints)[N]>;

/** Calls an endpoint that must succeed, and checks that its answer contains only fields of the contract. */
export async function get<N extends EndpointName>(
  app: Pick<TestApp, 'send'>,
  caller: Caller,
  name: N,
  parts: CallParts = {},
): Promise<ReplyOf<(typeof endpoints)[N]>> {
  const answer = await call(app, caller, name, parts);
  const endpoint: Endpoint = endpoints[name];
  assert.equal(answer.status, endpoint.status ?? 200, `${name}: ${answer.text}`);
  return readReply(name, answer);
}

/**
 * The answer with its type in the contract; fails if the answer has a field outside the contract.
 */
export function readReply<N extends EndpointName>(
  name: N,
  answer: TestAnswer,
): ReplyOf<(typeof endpoints)[N]> {
  const schema: z.ZodType = endpoints[name].reply;
  const parsed = schema.parse(answer.body);
  assert.deepEqual(answer.body, parsed, `${name} answers only what the contract lists`);
  // The cast is safe: the schema that parsed the answer is the one from which this type is inferred.
  return parsed as ReplyOf<(typeof endpoints)[N]>;
}

/** Asserts that an answer is this refusal, in the form of all refusals. */
export function assertRefused(answer: TestAnswer, code: RefusalCode, message?: string): void {
  const context = `${message ?? ''} ${answer.status} ${answer.text}`;
  const { success, data } = problem.safeParse(answer.body);
  assert.ok(success, `not the shape of a refusal: ${context}`);
  assert.equal(data.code, code, context);
  assert.equal(answer.status, refusals[code].status, context);
  assert.equal(data.error, refusals[code].error, context);
  assert.ok(data.details !== undefined, context);
  assert.deepEqual(Object.keys(data).toSorted(), ['code', 'details', 'error'], context);
}

/**
 * Tables that a refused request must not change. The audit trail, sessions and delayed notices are
 * left out, because a refused request may change them.
 */
const lasting = [
  'hospital',
  'doctor',
  'membership',
  'patient',
  'doctor_queue',
  'doctor_settings',
  'day_off',
  'timetable_session',
  'token_letters',
  'ticket',
  'shared_place',
  'screen',
  'door_code',
  'queue_entry',
  'shared_line',
  'service_point',
  'next_line',
  'planned_stop',
  'place_change',
  // Other kinds of forecasts are recorded later, by the scheduled task that also sends messages.
  "(select * from wait_promise where kind in ('asked', 'joined'))",
  'rating',
  'appointment',
  'report',
  'report_file',
  'event',
  'idempotency_key',
  // Leaves out a job's state, because the job runner changes it.
  "(select id, kind from job where kind not like 'notice%')",
  'contact_message',
  'identity."user"',
  'identity.account',
];

/** A hash of the tables that a refused request must not change. */
export async function digestOf(db: OpenDatabase): Promise<string> {
  const parts = lasting.map(
    (table) =>
      `(select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') from ${table} t)`,
  );
  const { rows } = await db.pool.query<{ digest: string }>(
    `select md5(${parts.join(' || ')}) as digest`,
  );
  return rows[0]?.digest ?? '';
}
