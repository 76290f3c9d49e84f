/** The identity part of the server on its own database, for tests. */
import { mock } from 'node:test';
import { botCheckHeader } from '@baari/contract/constants.ts';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { mountIdentity } from '../identity/identity.routes.ts';
import { type Identity, openIdentity } from '../identity/identity.ts';
import { makeResetHandler, resetJobKind } from '../identity/sign-in/password-reset.ts';
import { mountIdentityProvider } from '../identity/provider.routes.ts';
import type { OpenIdProvider } from '../identity/provider/open-id.ts';
import { type OpenDatabase, openDatabase } from '../platform/database/database.ts';
import type { JobRunnerOptions } from '../platform/jobs/jobs.ts';
import { runDueJobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import { makeMailHandler } from '../platform/messages/mail.ts';
import { listOutboxMessages, type OutboxMessage } from '../platform/messages/outbox.store.ts';
import { createRouter } from '../platform/http/route.ts';
import { refuse } from '../platform/result.ts';
import { openDeliveries } from '../platform/messages/deliveries.ts';
import { makeSmsHandler, smsJobKind } from '../platform/messages/sms/sms.ts';
import type { Secrets } from '../platform/secrets/secret.ts';
import { makeTestDatabase } from './test-database.ts';

export const publicUrl = 'http://localhost:3999';
export const secret = 'a-secret-of-tests-0123456789-abcdefghij';

export interface TestClock {
  now(): Date;
  /** Moves the test's clock forward by milliseconds. */
  advance(ms: number): void;
}

/** The clock of a test: real time plus what the test adds. */
export function makeTestClock(): TestClock {
  let added = 0;
  return {
    now: () => new Date(Date.now() + added),
    advance(ms) {
      added += ms;
    },
  };
}

export interface IdentityTestApp {
  readonly app: FastifyInstance;
  readonly db: OpenDatabase;
  readonly connection: pg.ClientConfig;
  readonly identity: Identity;
  readonly clock: TestClock;
  readonly logged: unknown[];
  /** Runs the due jobs. Returns the messages to this email address or phone, the latest first. */
  readonly mailsTo: (recipient: string) => Promise<OutboxMessage[]>;
  readonly close: () => Promise<void>;
}

export interface IdentityTestOptions {
  readonly hideAccounts?: boolean;
  readonly rateLimit?: boolean;
  readonly google?: OpenIdProvider;
  readonly canSendSms?: boolean;
  readonly secrets?: Secrets;
  /** The most SMS that may be sent to each country; 1000 by default. */
  readonly smsLimits?: ReadonlyMap<string, number>;
  /** Another test app whose database this test app shares, as after a restart. */
  readonly beside?: IdentityTestApp;
}

/** The settings of a bot check that takes only a moment to solve. */
export const easyBotCheck = { iterations: 10, fewest: 5, most: 20 };

export async function makeIdentityTestApp(
  options: IdentityTestOptions = {},
): Promise<IdentityTestApp> {
  const smsLimits = options.smsLimits ?? new Map([['*', 1000]]);
  const { hideAccounts = false, rateLimit = true, canSendSms = true, google } = options;
  const testDatabase = options.beside === undefined ? await makeTestDatabase() : undefined;
  const connection = options.beside?.connection ?? testDatabase?.connection ?? {};
  const db = openDatabase({ connection, poolSize: 4, onIdleError: () => undefined });
  const clock = makeTestClock();
  const logged: unknown[] = [];
  const log = makeRecordingLog(logged);
  const identity = openIdentity({
    connection,
    database: db,
    clock,
    log,
    publicUrl,
    secrets: options.secrets ?? [secret],
    rateLimit,
    hideAccounts,
    canSendSms,
    smsLimits,
    google,
    botCheckDifficulty: easyBotCheck,
  });
  const app = Fastify({ trustProxy: true });
  mountIdentityProvider(app, identity.parts);
  const { authenticate } = identity;
  const route = createRouter({
    app,
    database: db,
    clock,
    authenticate,
    // Only the whole server has API keys.
    keys: { authenticate: async () => refuse('key_not_valid'), answerFor: async () => undefined },
    countRequest: undefined,
  });
  mountIdentity(route, { clock, publicUrl });
  const handlers = {
    mail: makeMailHandler({
      db,
      clock,
      log,
      smtpUrl: undefined,
      mailFrom: 'Baari <no@baari.test>',
    }),
    [smsJobKind]: makeSmsHandler({
      db,
      clock,
      log,
      sending: undefined,
      deliveries: openDeliveries({ db, clock, onMoved: async () => undefined }),
      onOptedOut: async () => undefined,
      smsLimits,
      operatorEmail: 'operator@baari.test',
      operatorLanguage: 'en' as const,
    }),
    [resetJobKind]: makeResetHandler({ db, clock, publicUrl }),
  };
  const jobs: JobRunnerOptions = { db, clock, handlers, log };
  return {
    app,
    db,
    connection,
    identity,
    clock,
    logged,
    async mailsTo(to) {
      while ((await runDueJobs(jobs)) > 0);
      return (await listOutboxMessages(db, 100)).filter(({ recipient }) => recipient === to);
    },
    async close() {
      await app.close();
      await identity.close();
      await db.close();
      await testDatabase?.drop();
    },
  };
}

export function makeRecordingLog(logged: unknown[]): Log {
  const record = mock.fn((details: object, message: string) => {
    logged.push({ details, message });
  });
  return { debug: record, info: record, warn: record, error: record };
}

/** A test's browser: keeps cookies and sends the page's origin. */
export interface Browser {
  readonly post: (
    path: string,
    body: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<LightMyRequestResponse>;
  readonly get: (
    path: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<LightMyRequestResponse>;
  readonly cookies: Map<string, string>;
  /** Returns a fresh identity token of the browser's session. */
  readonly token: () => Promise<string>;
}

export function openBrowser(app: FastifyInstance, address = '203.0.113.7'): Browser {
  const cookies = new Map<string, string>();

  async function call(
    method: 'GET' | 'POST',
    url: string,
    body: object | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.inject({
      method,
      url: url.startsWith('/dev') || url.startsWith('/api') ? url : `/api/identity${url}`,
      remoteAddress: address,
      headers: { origin: publicUrl, ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, encodeURIComponent(value));
    }
    return answer;
  }

  return {
    cookies,
    post: (path, body, headers = {}) => call('POST', path, body, headers),
    get: (path, headers = {}) => call('GET', path, undefined, headers),
    async token() {
      const answer = await call('GET', '/token', undefined, {});
      return answer.json<{ token: string }>().token;
    },
  };
}

/** The refusal code in the body of a response. */
export function codeOf(answer: LightMyRequestResponse): string {
  return answer.json<{ code: string }>().code;
}

export interface Person {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  readonly browser: Browser;
}

let people = 0;

/** Signs a new person up with a unique email. */
export async function signUp(
  app: FastifyInstance,
  given: { readonly name?: string; readonly address?: string } = {},
): Promise<Person> {
  people += 1;
  const email = `person-${people}@example.org`;
  const password = 'correct horse';
  const browser = openBrowser(app, given.address);
  const answer = await browser.post('/sign-up/email', {
    name: given.name ?? 'Asha Rao',
    email,
    password,
  });
  if (answer.statusCode !== 200) throw new Error(`Signing up failed: ${answer.body}`);
  return { email, password, userId: answer.json<{ user: { id: string } }>().user.id, browser };
}

/** The link of a verification mail, as a path below /api/identity. */
export function linkIn(mail: OutboxMessage | undefined): URL {
  const link = /https?:\/\/\S+/u.exec(mail?.plain ?? '')?.[0];
  if (link === undefined) throw new Error('The mail holds no link.');
  return new URL(link);
}

/**
 * Solves the bot check as the widget in a browser does. Returns the text that the widget would
 * send.
 */
export async function solveBotCheck(browser: Browser): Promise<string> {
  return solved((await browser.get('/bot-check')).json<Challenge>());
}

/**
 * Solves the bot check that a refusal's header demands. Returns the header with which the call is
 * accepted.
 */
export async function solveDemand(
  refused: LightMyRequestResponse,
): Promise<Readonly<Record<string, string>>> {
  const header = String(refused.headers[botCheckHeader] ?? '');
  const challenge: unknown = JSON.parse(Buffer.from(header, 'base64').toString());
  return { [botCheckHeader]: await solved(challenge as Challenge) };
}

async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/**
 * Requests a sign-in code by SMS after solving the bot check. Returns the answer, successful or
 * not.
 */
export async function askForCode(
  browser: Browser,
  phoneNumber: string,
  headers?: Readonly<Record<string, string>>,
): Promise<LightMyRequestResponse> {
  const botCheck = await solveBotCheck(browser);
  return browser.post('/phone-number/send-otp', { phoneNumber, botCheck }, headers);
}

/** Requests a sign-in code, which must succeed, and reads it from the SMS. */
export async function receiveCode(
  world: IdentityTestApp,
  browser: Browser,
  phoneNumber: string,
): Promise<{ readonly code: string; readonly confirmation: string }> {
  const answer = await askForCode(browser, phoneNumber);
  if (answer.statusCode !== 200) throw new Error(`No code was sent: ${answer.body}`);
  const [sms] = await world.mailsTo(phoneNumber);
  const code = /\b\d{6}\b/u.exec(sms?.plain ?? '')?.[0];
  if (code === undefined) throw new Error('The SMS holds no code.');
  return { code, confirmation: answer.json<{ confirmation: string }>().confirmation };
}

/** Makes the last proof of identity of every session appear older than five minutes. */
export async function forgetProofs(world: Pick<IdentityTestApp, 'db'>): Promise<void> {
  await world.db.run(sql`
    update identity.session set proved_at = proved_at - interval '301 seconds'`);
}

let phones = 0;

/** A unique phone number. */
export function newPhone(): string {
  phones += 1;
  return `+91987${String(phones).padStart(7, '0')}`;
}

/** Signs a new person up by phone. */
export async function signUpByPhone(
  world: IdentityTestApp,
  phoneNumber = newPhone(),
  address?: string,
): Promise<{ readonly phoneNumber: string; readonly userId: string; readonly browser: Browser }> {
  const browser = openBrowser(world.app, address);
  const given = await receiveCode(world, browser, phoneNumber);
  const answer = await browser.post('/phone-number/verify', { phoneNumber, ...given });
  if (answer.statusCode !== 200) throw new Error(`Signing up failed: ${answer.body}`);
  return { phoneNumber, userId: answer.json<{ user: { id: string } }>().user.id, browser };
}
