/** Text messages through two providers, with their reports: real HTTP servers and a real database. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { makeRecordingLog, makeTestClock } from '../../../testing/identity-app.ts';
import {
  report,
  startSmsGateway,
  startTwilio,
  twilioReport,
} from '../../../testing/stand-ins/sms-providers.ts';
import { makeTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { type OpenDatabase, openDatabase } from '../../database/database.ts';
import { runDueJobs } from '../../jobs/jobs.ts';
import { openDeliveries } from '../deliveries.ts';
import { mountReceiptCalls } from './receipt-calls.ts';
import { usualOrder } from './routes.rules.ts';
import { openSending } from './sending.ts';
import { enqueueSms, makeSmsHandler, smsJobKind } from './sms.ts';
import { type SmsContent, smsKindNames } from './sms-kinds.ts';
import { readRegistered, templatesFile, wordingOf } from './templates.ts';

const publicUrl = 'https://baari.example.org';
const secrets = ['s'.repeat(32)] as const;
const clock = makeTestClock();
const logged: unknown[] = [];
const optedOut: string[] = [];
const log = makeRecordingLog(logged);

let own: TestDatabase;
let db: OpenDatabase;
let app: FastifyInstance;
let twilio: Awaited<ReturnType<typeof startTwilio>>;
let gateway: Awaited<ReturnType<typeof startSmsGateway>>;
let handlers: Record<string, ReturnType<typeof makeSmsHandler>>;

/** A pattern of what an operator delivers for registered words. */
function patternOf(words: string): RegExp {
  const [first = '', ...rest] = words
    .split(/(?:\{#var#\})+/u)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`));
  return new RegExp(`^${[first, ...rest].join('.+')}$`, 'u');
}

before(async () => {
  own = await makeTestDatabase();
  db = openDatabase({ connection: own.connection, poolSize: 4, onIdleError: () => undefined });
  const templates = Object.fromEntries(
    smsKindNames.map((kind) => [
      kind,
      { hi: { id: `hi-${kind}`, text: wordingOf(kind, 'hi', publicUrl) } },
    ]),
  );
  const file = templatesFile.parse({ entityId: '1101', header: 'BAARIX', templates });
  const registered = readRegistered(file, publicUrl);
  assert.ok(!('problems' in registered));
  twilio = await startTwilio();
  gateway = await startSmsGateway(
    new Map(
      smsKindNames.map((kind) => [`hi-${kind}`, patternOf(wordingOf(kind, 'hi', publicUrl))]),
    ),
  );
  const order = usualOrder(['twilio', 'gateway'], ['91']);
  const settings = { twilio: twilio.account, gateway: gateway.account, order, registered };
  const sending = openSending(settings, { publicUrl, secrets });
  assert.ok(sending !== undefined);
  const deliveries = openDeliveries({ db, clock, onMoved: async () => undefined });
  app = Fastify();
  await mountReceiptCalls({
    app,
    sending,
    deliveries,
    secrets,
    twilio: twilio.account,
    publicUrl,
    rateLimit: false,
  });
  handlers = {
    [smsJobKind]: makeSmsHandler({
      db,
      clock,
      log,
      smsLimits: new Map([['*', 1000]]),
      operatorEmail: 'operator@example.org',
      operatorLanguage: 'en',
      sending,
      deliveries,
      onOptedOut: async (phone) => {
        optedOut.push(phone);
      },
    }),
  };
});
beforeEach(async () => {
  Object.assign(twilio, { failing: undefined });
  Object.assign(gateway, { failing: undefined });
  twilio.sent.length = 0;
  gateway.sent.length = 0;
  logged.length = 0;
  await db.run(sql`delete from message_delivery`);
});
after(async () => {
  twilio.close();
  gateway.close();
  await app.close();
  await db.close();
  await own.drop();
});

const code: SmsContent = { kind: 'code', variables: { code: '123456' } };

async function send(to: string, content = code): Promise<void> {
  const notAfter = clock.now().getTime() + 600_000;
  await enqueueSms(
    db,
    { kind: 'sign_in_code', to, content, language: 'en', notAfter },
    clock.now(),
  );
  await runDueJobs({ db, clock, handlers, log });
}

async function stateNow(): Promise<object> {
  return db.one(sql`select state, reason, provider from message_delivery`);
}

test('a message to India goes through the gateway with the registered words of a registered language, and elsewhere through Twilio [MSG-2, MSG-4]', async () => {
  await send('+919876500001');
  const [sent] = gateway.sent;
  assert.equal(sent?.['From'], 'BAARIX');
  assert.equal(sent?.['DltTemplateId'], 'hi-code');
  assert.match(sent?.['Body'] ?? '', /^123456 .+बारी/u);
  assert.deepEqual(await stateNow(), { state: 'accepted', reason: null, provider: 'gateway' });
  await send('+37251234567');
  assert.match(twilio.sent[0]?.['Body'] ?? '', /^123456 is your Baari code/u);
});

test('every kind of message matches the words that an operator registered for it [MSG-2]', async () => {
  const variables = {
    code: '123456',
    doctor: 'Dr. Asha Rao',
    hospital: 'City Hospital',
    room: 'Room 4',
    standing: 'Place 3 in the line',
    when: 'Thu, 12 Mar, 10:00 am',
    before: 'Wed, 11 Mar, 9:00 am',
    until: '10:30 am',
    date: 'Thursday',
    page: '/earlier#secret',
    site: publicUrl,
  };
  for (const kind of smsKindNames) await send('+919876500003', { kind, variables } as SmsContent);
  assert.deepEqual(
    gateway.sent.map((sent) => sent['DltTemplateId']),
    smsKindNames.map((kind) => `hi-${kind}`),
  );
});

for (const [what, failing] of [
  ['throttles', 429],
  ['is down', 503],
  ['has locked the account', 403],
] as const) {
  test(`if the gateway ${what}, Twilio sends the same registered words [MSG-4]`, async () => {
    gateway.failing = failing;
    await send('+919876500004');
    assert.equal(gateway.sent.length, 0);
    assert.match(twilio.sent[0]?.['Body'] ?? '', /बारी/u);
    assert.deepEqual(await stateNow(), { state: 'accepted', reason: null, provider: 'twilio' });
  });
}

test('if no provider can send, the message is sent later [MSG-4]', async () => {
  gateway.failing = 503;
  twilio.failing = 429;
  await send('+919876500005');
  assert.deepEqual(await stateNow(), { state: 'queued', reason: null, provider: null });
  gateway.failing = undefined;
  clock.advance(60_000);
  await runDueJobs({ db, clock, handlers, log });
  assert.equal(gateway.sent.length, 1);
});

test('a message that the gateway refuses is not tried elsewhere, and the reason is kept without the number [MSG-4, MSG-5]', async () => {
  gateway.optedOut.add('+919876500006');
  await send('+919876500006');
  assert.equal(twilio.sent.length, 0);
  assert.deepEqual(await stateNow(), { state: 'failed', reason: 'opted_out', provider: null });
  twilio.optedOut.add('+37251234568');
  await db.run(sql`delete from message_delivery`);
  await send('+37251234568');
  assert.deepEqual(await stateNow(), { state: 'failed', reason: 'opted_out', provider: null });
  assert.equal(logged.length, 2);
  assert.doesNotMatch(JSON.stringify(logged), /98765|5123|123456/u);
  const kept = await db.many(sql`select * from message_delivery`);
  assert.doesNotMatch(JSON.stringify(kept), /98765|5123|123456/u);
});

test('a signed report of Twilio becomes the state of the message, and a late report does not undo it [MSG-5]', async () => {
  await send('+37251234569');
  const address = twilio.sent[0]?.['StatusCallback'] ?? '';
  const tell = async (fields: Readonly<Record<string, string>>) =>
    (await app.inject(twilioReport(address, fields))).statusCode;
  assert.equal(await tell({ MessageStatus: 'delivered', To: '+37251234569' }), 204);
  assert.equal(await tell({ MessageStatus: 'sent', To: '+37251234569' }), 204);
  assert.equal(await tell({ MessageStatus: 'undelivered', ErrorCode: '30003' }), 204);
  assert.deepEqual(await stateNow(), { state: 'delivered', reason: null, provider: 'twilio' });
});

test('a forged report changes nothing: another secret, another message, a changed value [MSG-5]', async () => {
  await send('+37251234570');
  const address = twilio.sent[0]?.['StatusCallback'] ?? '';
  const failed = { MessageStatus: 'failed', ErrorCode: '30003' };
  const answers = [
    twilioReport(address, failed, 'guessed'),
    report(address, failed),
    { ...twilioReport(address, failed), payload: 'MessageStatus=failed&ErrorCode=30005' },
    twilioReport(`${address}x`, failed),
    { ...twilioReport(address, failed), url: `${new URL(address).pathname}?to=me` },
  ];
  for (const request of answers) {
    const { statusCode } = await app.inject(request);
    assert.ok(statusCode === 403 || statusCode === 404);
  }
  assert.deepEqual(await stateNow(), { state: 'accepted', reason: null, provider: 'twilio' });
});

test('a report of the gateway names why a message failed, and only its own address is accepted [MSG-5]', async () => {
  await send('+919876500007');
  const address = gateway.sent[0]?.['StatusCallback'] ?? '';
  const failed = { Status: 'failed', DetailedStatus: 'FAILED_ABSENT_SUBSCRIBER' };
  const guessed = address.replace(/.$/u, (last) => (last === 'A' ? 'B' : 'A'));
  assert.equal((await app.inject(report(guessed, failed))).statusCode, 404);
  assert.equal((await app.inject(report(address, failed))).statusCode, 204);
  assert.deepEqual(await stateNow(), {
    state: 'failed',
    reason: 'unreachable',
    provider: 'gateway',
  });
});

test('the address of a report names neither the patient nor the phone [MSG-5]', async () => {
  await send('+919876500008');
  assert.doesNotMatch(gateway.sent[0]?.['StatusCallback'] ?? '+91', /98765|\+91|123456/u);
});
