/** Messages on WhatsApp as Meta approves them, and how Twilio's refusals and reports are understood. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { languages } from '@baari/contract/languages.gen.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { makeRecordingLog, makeTestClock } from '../../../testing/identity-app.ts';
import { twilioReport } from '../../../testing/stand-ins/sms-providers.ts';
import {
  approvedFile,
  contentSidOf,
  startWhatsapp,
} from '../../../testing/stand-ins/whatsapp-provider.ts';
import { makeTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { type OpenDatabase, openDatabase } from '../../database/database.ts';
import { enqueueJob, runDueJobs } from '../../jobs/jobs.ts';
import { openDeliveries } from '../deliveries.ts';
import { insertDelivery } from '../deliveries.store.ts';
import { mountReceiptCalls } from '../sms/receipt-calls.ts';
import { openSending } from '../sms/sending.ts';
import { enqueueWhatsappReply, makeWhatsappHandler, whatsappJobKind } from './whatsapp.ts';
import {
  buttonsOf,
  readWhatsapp,
  whatsappContent,
  whatsappFile,
  whatsappKinds,
  whatsappWording,
} from './whatsapp-templates.ts';

const site = 'https://baari.example.org';
const secrets = ['s'.repeat(32)] as const;
const to = '+919876500002';
const clock = makeTestClock();
const logged: unknown[] = [];
const stopped: string[] = [];
const log = makeRecordingLog(logged);

let own: TestDatabase;
let db: OpenDatabase;
let app: FastifyInstance;
let whatsapp: Awaited<ReturnType<typeof startWhatsapp>>;
let handlers: Record<string, ReturnType<typeof makeWhatsappHandler>>;

before(async () => {
  own = await makeTestDatabase();
  db = openDatabase({ connection: own.connection, poolSize: 4, onIdleError: () => undefined });
  whatsapp = await startWhatsapp(site, clock.now);
  const texts = readWhatsapp(approvedFile(site), site);
  assert.ok(!('problems' in texts));
  const twilio = { ...whatsapp.account, from: '+15005550006' };
  const sending = openSending(
    { twilio, gateway: undefined, order: new Map(), registered: undefined },
    { publicUrl: site, secrets },
  );
  assert.ok(sending !== undefined);
  const deliveries = openDeliveries({ db, clock, onMoved: async () => undefined });
  app = Fastify();
  const calls = { app, sending, deliveries, secrets, twilio, publicUrl: site, rateLimit: false };
  await mountReceiptCalls(calls);
  handlers = {
    [whatsappJobKind]: makeWhatsappHandler({
      db,
      clock,
      log,
      smsLimits: new Map([['*', 1000]]),
      operatorEmail: 'operator@example.org',
      operatorLanguage: 'en',
      deliveries,
      whatsapp: { account: whatsapp.account, from: whatsapp.from, texts },
      receiptUrl: (delivery) => sending.receiptUrl('twilio', delivery),
      onOptedOut: async (phone) => {
        stopped.push(phone);
      },
    }),
  };
});
beforeEach(async () => {
  Object.assign(whatsapp, { failing: undefined });
  whatsapp.sent.length = 0;
  logged.length = 0;
  stopped.length = 0;
  await db.run(sql`delete from message_delivery`);
});
after(async () => {
  whatsapp.close();
  await app.close();
  await db.close();
  await own.drop();
});

const called = {
  kind: 'called',
  variables: { doctor: 'Dr. Rao', hospital: 'Sahyadri', standing: 'Place 1\n in    the line' },
  language: 'hi',
};

async function send(template: object = called): Promise<void> {
  const now = clock.now();
  const delivery = await insertDelivery(db, { channel: 'whatsapp', kind: 'called' }, now);
  const notAfter = now.getTime() + 600_000;
  const payload = { kind: 'queue_news', to, template, delivery, notAfter };
  await enqueueJob(db, { kind: whatsappJobKind, payload, runAt: now });
  await runDueJobs({ db, clock, handlers, log });
}

function stateNow(): Promise<object> {
  return db.one(sql`select state, reason, provider from message_delivery`);
}

test('a message on WhatsApp is approved content with its variables, in the reader’s language [MSG-9]', async () => {
  await send();
  const [sent] = whatsapp.sent;
  assert.equal(sent?.content, contentSidOf('called', 'hi'));
  assert.match(sent?.words ?? '', /Dr\. Rao.*Sahyadri.*Place 1 in the line.*\n.*STOP/su);
  assert.deepEqual(await stateNow(), { state: 'accepted', reason: null, provider: 'twilio' });
});

test('a code and a warning about an account never go to WhatsApp [MSG-9, SEC-5]', async () => {
  await send({ kind: 'code', variables: { code: '123456' }, language: 'en' });
  assert.equal(whatsapp.sent.length, 0);
  assert.deepEqual(await stateNow(), {
    state: 'failed',
    reason: 'not_registered',
    provider: null,
  });
});

for (const [code, reason] of [
  [63_016, 'not_registered'],
  [21_654, 'not_registered'],
  [21_901, 'not_registered'],
  [63_024, 'invalid_number'],
  [21_610, 'opted_out'],
] as const) {
  test(`after Twilio’s refusal ${code} a message on WhatsApp has failed as ${reason}, and no log names the number [MSG-5, MSG-9]`, async () => {
    whatsapp.failing = { status: 400, code };
    await send();
    assert.deepEqual(await stateNow(), { state: 'failed', reason, provider: null });
    assert.deepEqual(stopped, reason === 'opted_out' ? [to] : []);
    assert.doesNotMatch(JSON.stringify(logged), /98765/u);
  });
}

test('a message on WhatsApp that Twilio throttles is sent later [MSG-9]', async () => {
  whatsapp.failing = { status: 429, code: 20_429 };
  await send();
  assert.deepEqual(await stateNow(), { state: 'queued', reason: null, provider: null });
  whatsapp.failing = undefined;
  clock.advance(30_000);
  await runDueJobs({ db, clock, handlers, log });
  assert.equal(whatsapp.sent.length, 1);
});

test('reports move a message on WhatsApp to delivered and read, in any order [MSG-5, MSG-9]', async () => {
  await send();
  const address = whatsapp.sent[0]?.receiptUrl ?? '';
  const told = async (status: string) => {
    const answer = await app.inject(twilioReport(address, { MessageStatus: status }));
    assert.equal(answer.statusCode, 204);
    return stateNow();
  };
  const read = { state: 'read', reason: null, provider: 'twilio' };
  assert.deepEqual(await told('read'), read);
  assert.deepEqual(await told('delivered'), read);
  assert.deepEqual(await told('failed'), read);
});

test('free words go to WhatsApp only within 24 hours of the person’s own message [MSG-9]', async () => {
  const writtenAt = clock.now();
  whatsapp.wroteAt.set(to, writtenAt.getTime());
  const reply = async () => {
    await enqueueWhatsappReply(db, { to, text: 'Thank you.', writtenAt }, clock.now());
    await runDueJobs({ db, clock, handlers, log });
  };
  await reply();
  assert.equal(whatsapp.sent[0]?.words, 'Thank you.');
  clock.advance(24 * 60 * 60_000 + 1);
  await reply();
  assert.equal(whatsapp.sent.length, 1);
});

test('each message on WhatsApp fits Meta’s rules in every language: no variable at an end and buttons of at most 20 characters [MSG-9]', () => {
  for (const kind of whatsappKinds) {
    for (const language of languages) {
      const words = whatsappWording(kind, language, site);
      assert.doesNotMatch(words, /^\{\{|\}\}$|\}\}\s*\{\{/u, `${kind} ${language}`);
      assert.ok(words.length <= 1024, `${kind} ${language}`);
      const content = JSON.stringify(whatsappContent(kind, language, site));
      const titles = [...content.matchAll(/"title":"(?<title>[^"]*)"/gu)].map(
        ({ groups }) => groups?.['title'] ?? '',
      );
      assert.equal(titles.length, buttonsOf(kind).length);
      for (const title of titles) assert.ok(Array.from(title).length <= 20, title);
    }
  }
});

test('Baari does not start with approved messages that lack a kind or differ from its own words [MSG-9]', () => {
  const file = approvedFile(site);
  const { called: dropped, ...rest } = file.templates;
  assert.ok(dropped !== undefined);
  const missing = readWhatsapp(whatsappFile.parse({ templates: rest }), site);
  assert.ok('problems' in missing);
  assert.match(missing.problems.join(), /called: needs approved words/u);
  const other = { ...dropped.en, contentSid: contentSidOf('called', 'en'), text: 'Come now' };
  const changed = { ...rest, called: { en: other } };
  const differing = readWhatsapp(whatsappFile.parse({ templates: changed }), site);
  assert.ok('problems' in differing);
  assert.match(differing.problems.join(), /called\.en: the approved words differ/u);
});
