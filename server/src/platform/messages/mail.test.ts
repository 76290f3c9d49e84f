import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import Fastify from 'fastify';
import sql from 'sql-template-tag';
import { startMailServer } from '../../testing/stand-ins/mail-server.ts';
import { makeTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { runDueJobs } from '../jobs/jobs.ts';
import { enqueueMail, makeMailHandler } from './mail.ts';
import { mayShowOutbox, mountOutbox } from '../pages/outbox.pages.ts';
import { listOutboxMessages } from './outbox.store.ts';

let testDatabase: TestDatabase;
let db: OpenDatabase;
let now = new Date('2026-03-02T08:00:00Z');
const clock = { now: () => now };
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const mailFrom = 'Baari <no-reply@baari.test>';
const message = {
  kind: 'verification' as const,
  to: 'asha@example.org',
  subject: 'नमस्ते',
  plain: 'Open http://localhost:3000/x?a=1&b=2 now, <b>',
  html: '<p>Hello</p>',
};

before(async () => {
  testDatabase = await makeTestDatabase();
  const { connection } = testDatabase;
  db = openDatabase({ connection, poolSize: 4, onIdleError: () => undefined });
});
beforeEach(async () => {
  await db.run(sql`delete from job`);
  await db.run(sql`delete from outbox_message`);
});
after(async () => {
  await db.close();
  await testDatabase.drop();
});

function run(smtpUrl: string | undefined): Promise<number> {
  const handlers = { mail: makeMailHandler({ db, clock, log: quiet, smtpUrl, mailFrom }) };
  return runDueJobs({ db, clock, handlers, log: quiet, random: () => 0 });
}

test('a mail arrives over SMTP with its plain text, its HTML, its sender and all letters intact', async () => {
  const { url, mails, stop } = await startMailServer();
  await enqueueMail(db, message, now);
  await run(url);
  await stop();
  const [mail] = mails;
  assert.deepEqual(mail?.to, ['asha@example.org']);
  assert.equal(mail?.from, 'no-reply@baari.test');
  assert.match(mail?.text ?? '', /Subject: =\?UTF-8\?/u);
  assert.match(mail?.text ?? '', /multipart\/alternative/u);
  assert.match(mail?.text ?? '', /Auto-Submitted: auto-generated/u);
  assert.match(mail?.text ?? '', /Message-ID: <baari-job-\d+@baari\.test>/u);
});

test('a mail is retried while the mail server is down, and arrives once the server is up [KEEP-3]', async () => {
  const { url, port, stop } = await startMailServer();
  await stop();
  await enqueueMail(db, message, now);
  await run(url);
  now = new Date(now.getTime() + 10_000);
  const revived = await startMailServer(port);
  assert.equal(await run(url), 1);
  await revived.stop();
  assert.equal(revived.mails.length, 1);
});

test('a mail to an address that contains a comma has one recipient', async () => {
  const { url, mails, stop } = await startMailServer();
  await enqueueMail(db, { ...message, to: 'eve,asha@example.org' }, now);
  await run(url);
  await stop();
  assert.ok(mails.every(({ to }) => to.length === 1 && to[0] !== 'asha@example.org'));
});

test('a reply to a mail goes to the mail’s reply-to address, and this address cannot add a mail header [SEC-12]', async () => {
  const { url, mails, stop } = await startMailServer();
  const replyTo = { name: 'Eve"\r\nBcc: victim@example.org', address: 'eve@example.org' };
  await enqueueMail(db, { ...message, replyTo }, now);
  await run(url);
  await stop();
  assert.deepEqual(
    mails.map(({ to }) => to),
    [[message.to]],
  );
  const head = (mails[0]?.text ?? '').split('\r\n\r\n')[0] ?? '';
  assert.match(head, /^Reply-To: [^:]*<eve@example\.org>/mu);
  assert.doesNotMatch(head, /^Bcc:/imu);
});

test('the server gives up on a mail server that does not answer within seconds, and other work continues [KEEP-3]', {
  timeout: 120_000,
}, async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  assert.ok(address !== null && typeof address === 'object');
  await enqueueMail(db, message, now);
  const began = Date.now();
  await run(`smtp://127.0.0.1:${address.port}`);
  assert.ok(Date.now() - began < 12_000);
  silent.close();
  const { last_error } = await db.one<{ last_error: string | null }>(sql`select * from job`);
  assert.match(last_error ?? '', /greeting/iu);
});

test('when no mail server is configured, each mail is stored once in the outbox', async () => {
  await enqueueMail(db, message, now);
  await run(undefined);
  await db.run(sql`update job set finished_at = null, payload = ${JSON.stringify(message)}::jsonb`);
  await run(undefined);
  const [kept, ...others] = await listOutboxMessages(db, 10);
  assert.deepEqual(others, []);
  assert.equal(kept?.recipient, message.to);
  assert.equal(kept?.plain, message.plain);
  assert.deepEqual(kept?.createdAt, now);
});

test('the outbox page shows stored mails as escaped text with working links, under a strict content security policy', async () => {
  await enqueueMail(db, { ...message, subject: '<script>alert(1)</script>' }, now);
  await run(undefined);
  const app = Fastify();
  mountOutbox(app, db);
  const page = await app.inject({ url: '/dev/outbox', headers: { host: 'localhost:3000' } });
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /<a href="http:\/\/localhost:3000\/x\?a=1&amp;b=2">/u);
  assert.match(page.body, /&lt;script&gt;/u);
  assert.doesNotMatch(page.body, /<script|style=/u);
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/u);
  const style = await app.inject({ url: '/dev/outbox.css' });
  assert.match(String(style.headers['content-type']), /text\/css/u);
  const list = await app.inject({ url: '/dev/outbox.json', headers: { host: '127.0.0.1:3000' } });
  assert.equal(
    list.json<{ messages: { recipient: string }[] }>().messages[0]?.recipient,
    message.to,
  );
  await app.close();
});

test('the outbox page is not shown to another machine, through a proxy or under another host name', async () => {
  const app = Fastify({ trustProxy: true });
  mountOutbox(app, db);
  const asked = [
    { remoteAddress: '192.168.1.20', headers: { host: 'localhost:3000' } },
    { headers: { host: 'localhost:3000', 'x-forwarded-for': '127.0.0.1' } },
    { headers: { host: 'baari.example' } },
    { headers: { host: 'rebound.example:3000' } },
  ];
  for (const options of asked) {
    for (const url of ['/dev/outbox', '/dev/outbox.json']) {
      assert.equal((await app.inject({ url, ...options })).statusCode, 404);
    }
  }
  await app.close();
});

test('the outbox page for undelivered mails exists only with the embedded database', () => {
  const local = {
    databaseUrl: undefined,
    smtpUrl: undefined,
    twilio: undefined,
    publicUrl: 'http://localhost:3000',
  };
  assert.equal(mayShowOutbox(local), true);
  assert.equal(mayShowOutbox({ ...local, databaseUrl: 'postgres://db/baari' }), false);
  assert.equal(mayShowOutbox({ ...local, smtpUrl: 'smtp://mail' }), true, 'for SMS');
  assert.equal(mayShowOutbox({ ...local, smtpUrl: 'smtp://mail', twilio: {} }), false);
  assert.equal(mayShowOutbox({ ...local, publicUrl: 'https://baari.example' }), false);
});

test('a calendar file is sent unchanged with its mail, and appears in the outbox too [APPT-1]', async () => {
  const { url, mails, stop } = await startMailServer();
  const attachment = {
    name: 'appointment.ics',
    type: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: 'BEGIN:VCALENDAR\r\nSUMMARY:डॉ. राव\r\nEND:VCALENDAR\r\n',
  };
  await enqueueMail(db, { ...message, attachment }, now);
  await run(url);
  await stop();
  const [, file = ''] = (mails[0]?.text ?? '').split(/^Content-Type: text\/calendar;/mu);
  const [head = '', body = ''] = file.split('\r\n\r\n');
  assert.match(head, /method=PUBLISH/u);
  assert.match(head, /Content-Disposition: attachment; filename=appointment\.ics/u);
  assert.match(head, /Content-Transfer-Encoding: base64/u);
  const decoded = Buffer.from(body.split('--')[0] ?? '', 'base64').toString();
  assert.equal(decoded, attachment.content);
  await enqueueMail(db, { ...message, attachment }, now);
  await run(undefined);
  const [kept] = await listOutboxMessages(db, 1);
  assert.deepEqual(kept?.attachment, attachment);
});
