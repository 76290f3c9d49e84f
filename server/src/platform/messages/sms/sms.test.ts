import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { makeRecordingLog, makeTestClock } from '../../../testing/identity-app.ts';
import { makeTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { type OpenDatabase, openDatabase } from '../../database/database.ts';
import { type JobRunnerOptions, runDueJobs } from '../../jobs/jobs.ts';
import { openDeliveries } from '../deliveries.ts';
import { usualOrder } from './routes.rules.ts';
import { openSending } from './sending.ts';
import { enqueueSms, makeSmsHandler, smsJobKind } from './sms.ts';

let own: TestDatabase;
let db: OpenDatabase;
before(async () => {
  own = await makeTestDatabase();
  db = openDatabase({ connection: own.connection, poolSize: 2, onIdleError: () => undefined });
});
after(async () => {
  await db.close();
  await own.drop();
});

const clock = makeTestClock();
const smsLimits = new Map([['*', 1000]]);
const message = (to: string) => ({
  kind: 'sign_in_code' as const,
  to,
  content: { kind: 'code', variables: { code: '123456' } } as const,
  language: 'en' as const,
  notAfter: clock.now().getTime() + 600_000,
});

const codeText = '123456 is your Baari code. It works for 10 minutes. Do not share it.';

/** A fake SMS provider that records requests and answers as the test says. */
async function openProvider(respond: (request: IncomingMessage, answer: ServerResponse) => void) {
  const received: { url: string; authorization: string; form: URLSearchParams }[] = [];
  const server = createServer((request, answer) => {
    void text(request).then((body) => {
      received.push({
        url: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        form: new URLSearchParams(body),
      });
      respond(request, answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return {
    received,
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function jobsBy(
  twilio: { url: string } | undefined,
  logged: unknown[] = [],
  limits = smsLimits,
): JobRunnerOptions {
  const account = { accountSid: 'AC1', authToken: 'token', from: '+15005550006' };
  const given = twilio === undefined ? undefined : { ...account, url: twilio.url };
  const order = usualOrder(given === undefined ? [] : ['twilio'], []);
  const sending = openSending(
    { twilio: given, gateway: undefined, order, registered: undefined },
    { publicUrl: 'http://localhost:3000', secrets: ['s'.repeat(32)] },
  );
  const log = makeRecordingLog(logged);
  const deliveries = openDeliveries({ db, clock, onMoved: async () => undefined });
  const options = {
    db,
    clock,
    log,
    smsLimits: limits,
    operatorEmail: 'operator@example.org',
    operatorLanguage: 'en' as const,
  };
  const handlers = {
    [smsJobKind]: makeSmsHandler({
      ...options,
      sending,
      deliveries,
      onOptedOut: async () => undefined,
    }),
  };
  return { db, clock, handlers, log, timeLimitMs: 300 };
}

test('an SMS is sent through the provider with the configured account and sender [VERI-4]', async () => {
  const provider = await openProvider((_request, answer) => answer.writeHead(201).end('{}'));
  await enqueueSms(db, message('+919876500001'), clock.now());
  await runDueJobs(jobsBy(provider));
  provider.close();
  const [sent, ...more] = provider.received;
  assert.deepEqual(more, []);
  assert.equal(sent?.url, '/2010-04-01/Accounts/AC1/Messages.json');
  assert.equal(sent?.authorization, `Basic ${btoa('AC1:token')}`);
  assert.deepEqual(Object.fromEntries(sent?.form ?? []), {
    To: '+919876500001',
    From: '+15005550006',
    Body: codeText,
  });
});

test('an SMS contains no invisible joining character, which a simple phone would show as a box', async () => {
  const provider = await openProvider((_request, answer) => answer.writeHead(201).end('{}'));
  const content = {
    kind: 'called_to_room',
    variables: { doctor: 'Dr. Rao', hospital: 'City', standing: 'C-003', room: 'Room 4' },
  } as const;
  const called = { ...message('+919876500009'), content, language: 'ta' as const };
  await enqueueSms(db, called, clock.now());
  await runDueJobs(jobsBy(provider));
  provider.close();
  const sent = provider.received[0]?.form.get('Body') ?? '';
  assert.match(sent, /Room 4-\p{Script=Tamil}/u);
  assert.doesNotMatch(sent, /\p{Cf}/u);
});

test('a request to a failing SMS provider is retried, and neither number nor code is logged [KEEP-3]', async () => {
  let isDown = true;
  const provider = await openProvider((_request, answer) => {
    answer.writeHead(isDown ? 500 : 201).end('{"message":"+919876500002 unreachable"}');
  });
  const logged: unknown[] = [];
  const jobs = jobsBy(provider, logged);
  await enqueueSms(db, message('+919876500002'), clock.now());
  await runDueJobs(jobs);
  isDown = false;
  clock.advance(60_000);
  await runDueJobs(jobs);
  provider.close();
  assert.equal(provider.received.length, 2);
  assert.equal(logged.length, 1);
  const open = await db.many(sql`select 1 from job where finished_at is null`);
  assert.deepEqual(open, []);
  assert.doesNotMatch(JSON.stringify(logged), /9876500002|123456/u);
});

test('a request to an SMS provider that does not answer is stopped, and an expired code is not sent late [KEEP-3]', async () => {
  const provider = await openProvider(() => undefined);
  const jobs = jobsBy(provider);
  await enqueueSms(db, message('+919876500003'), clock.now());
  const began = performance.now();
  await runDueJobs(jobs);
  assert.ok(performance.now() - began < 2000);
  clock.advance(601_000);
  await runDueJobs(jobs);
  provider.close();
  assert.equal(provider.received.length, 1, 'not retried after it expired');
  const open = await db.many(sql`select 1 from job where finished_at is null`);
  assert.deepEqual(open, []);
});

test('the SMS is stored in the outbox when no SMS provider is configured', async () => {
  await enqueueSms(db, message('+919876500004'), clock.now());
  await runDueJobs(jobsBy(undefined));
  const kept = await db.one(sql`
    select subject, plain from outbox_message where recipient = '+919876500004'`);
  assert.deepEqual(kept, { subject: 'SMS', plain: codeText });
});

test('a text message that is not sent because of a country’s limit does not count for other limits [SEC-21]', async () => {
  const news = { ...message('+37251234567'), kind: 'queue_news' as const };
  await enqueueSms(db, news, clock.now());
  const counted = () => db.many(sql`select key from send_count where count > 0`);
  const before = await counted();
  await runDueJobs(jobsBy(undefined, [], new Map([['*', 0]])));
  const why = 'what the country has come to, and that the operator was informed';
  assert.equal((await counted()).length, before.length + 2, why);
});

test('the operator is warned once a day that a country is near its limit of text messages, however often messages fail [SEC-21]', async () => {
  const provider = await openProvider((_request, answer) => answer.writeHead(500).end('{}'));
  const limits = new Map([['*', 1]]);
  for (let at = 0; at < 4; at += 1) {
    await enqueueSms(db, message(`+452012345${at}`), clock.now());
    await runDueJobs(jobsBy(provider, [], limits));
  }
  provider.close();
  assert.ok(provider.received.length >= 4);
  const mails = await db.many(sql`
    select 1 from job where kind = 'mail' and payload->>'kind' = 'alarm'
      and payload->>'subject' like '%+45%'`);
  assert.equal(mails.length, 1);
});
