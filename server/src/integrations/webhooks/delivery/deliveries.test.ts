/** Tests of webhook deliveries with real receivers. */
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { Webhook } from 'standardwebhooks';
import { call, get, makeTestApp, type TestApp } from '../../../testing/test-app.ts';
import { mailsTo } from '../../../testing/test-mails.ts';
import { makeDoctor, makePerson, makeTown, type Town } from '../../../testing/test-people.ts';
import { copyAll, makeKey, pageOf } from '../../../testing/stand-ins/own-system.ts';
import {
  accept,
  answerWith,
  makeWebhook,
  type Received,
  receiverSettings,
  startWebhookReceiver,
  until,
  type WebhookReceiver,
} from '../../../testing/stand-ins/webhook-receiver.ts';

let app: TestApp;
let town: Town;
let receiver: WebhookReceiver;
const opened: WebhookReceiver[] = [];
before(async () => {
  app = await makeTestApp({ isListening: true, settings: receiverSettings });
});
after(async () => {
  for (const each of opened) each.close();
  await app.close();
});

/** A new hospital with a webhook to a new receiver. */
async function makeScene(types: readonly string[] | null = null) {
  town = await makeTown(app);
  receiver = await open();
  return makeWebhook(app, town.admin, receiver.url, types);
}

async function open(): Promise<WebhookReceiver> {
  const one = await startWebhookReceiver();
  opened.push(one);
  return one;
}

/** A patient requests a place; returns the entry's id. */
async function request(doctorId = town.doctorId): Promise<string> {
  const { queue } = await get(app, await makePerson(app), 'requestPlace', { body: { doctorId } });
  return queue.id;
}

const approve = (id: string) => get(app, town.admin, 'approveRequest', { id, body: {} });
const typesOf = (subject: string, at = receiver) =>
  at
    .events()
    .filter(({ data }) => data.subject.id === subject)
    .map(({ type }) => type);
/** Makes the next tries of a webhook due, as if the wait were over. */
const endWait = (id: string) =>
  app.db.run(sql`
    update webhook_delivery set next_at = now() - interval '1 second'
    where endpoint_id = ${id} and state = 'waiting'`);
const attemptsOf = async (id: string) =>
  (await get(app, town.admin, 'listWebhookAttempts', { id })).attempts;
const webhookOf = async (id: string) => {
  const { webhooks } = await get(app, town.admin, 'listWebhooks');
  return webhooks.find((each) => each.id === id) ?? assert.fail('no such webhook');
};

function headersOf({ headers }: Received): Record<string, string> {
  return Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      String(headers[name]),
    ]),
  );
}

function isSignedWith(publicKey: string, { body, headers }: Received): boolean {
  const raw = Buffer.from(publicKey.slice('whpk_'.length), 'base64');
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]),
    format: 'der',
    type: 'spki',
  });
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((each) => each.startsWith('v1a,'))
    .some((each) => verify(null, Buffer.from(content), key, Buffer.from(each.slice(4), 'base64')));
}

test('a hospital’s system gets each event signed by Standard Webhooks, with the id and the content of the events endpoint [API-30]', async () => {
  const webhook = await makeScene();
  const key = await makeKey(app, town.admin);
  await copyAll(app);
  const { next } = await pageOf(app, key);
  await approve(await request());
  await until(() => receiver.received.length === 2, 'two deliveries');
  const { events } = await pageOf(app, key, { after: next });
  assert.deepEqual(receiver.events(), events);
  for (const [index, one] of receiver.received.entries()) {
    assert.deepEqual(new Webhook(webhook.secret).verify(one.body, headersOf(one)), events[index]);
    assert.equal(one.headers['webhook-id'], events[index]?.id);
    assert.ok(isSignedWith(webhook.publicKey, one));
    const other = { ...one, body: `${one.body} ` };
    assert.throws(() => new Webhook(webhook.secret).verify(other.body, headersOf(other)));
    assert.ok(!isSignedWith(webhook.publicKey, other));
  }
});

test('a hospital with a webhook and without an API key gets its events, and only of the chosen types [API-30]', async () => {
  await makeScene(['place.approved', 'line.opened']);
  const id = await request();
  await approve(id);
  await until(() => receiver.received.length > 0, 'a delivery');
  assert.deepEqual(typesOf(id), ['place.approved']);
});

test('for a day after a rotation both secrets sign, and then the new one alone [API-30]', async () => {
  const webhook = await makeScene(['place.requested']);
  const rotated = await get(app, town.admin, 'rotateWebhookSecret', { id: webhook.id });
  assert.notEqual(rotated.secret, webhook.secret);
  assert.notEqual(rotated.webhook.formerSecretUntil, null);
  await request();
  await until(() => receiver.received.length === 1, 'a delivery');
  const [both = assert.fail()] = receiver.received;
  for (const secret of [webhook.secret, rotated.secret]) {
    new Webhook(secret).verify(both.body, headersOf(both));
  }
  assert.ok(isSignedWith(webhook.publicKey, both));
  assert.ok(isSignedWith(rotated.webhook.publicKey, both));
  await app.db.run(sql`
    update webhook_endpoint set former_until = now() - interval '1 minute' where id = ${webhook.id}`);
  await request();
  await until(() => receiver.received.length === 2, 'another delivery');
  const one = receiver.received[1] ?? assert.fail();
  new Webhook(rotated.secret).verify(one.body, headersOf(one));
  assert.throws(() => new Webhook(webhook.secret).verify(one.body, headersOf(one)));
});

test('a redirect, an error, a reset connection and a closed port are failures, and the event arrives at the next try with the same id [API-30, SEC-15]', async () => {
  const webhook = await makeScene(['place.requested']);
  const inner = await open();
  const tries = [
    answerWith(301, { location: inner.url }),
    (_received: Received, response: { destroy(): unknown }) => response.destroy(),
    answerWith(500),
    accept,
  ];
  receiver.answer = (one, response) => (tries.shift() ?? accept)(one, response);
  await request();
  for (const count of [1, 2, 3, 4]) {
    await until(() => receiver.received.length === count, `try ${count}`);
    await until(async () => (await attemptsOf(webhook.id)).length === count, 'its record');
    await endWait(webhook.id);
  }
  const attempts = await attemptsOf(webhook.id);
  assert.deepEqual(
    attempts.map(({ outcome, status }) => [outcome, status]),
    [
      ['delivered', 204],
      ['status', 500],
      ['unreachable', null],
      ['status', 301],
    ],
  );
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal(inner.received.length, 0, 'the redirect was not followed');
  assert.equal((await webhookOf(webhook.id)).failingSince, null);
});

test('a receiver that sends its head and then hangs has accepted the event [API-30]', async () => {
  const webhook = await makeScene(['place.requested']);
  receiver.answer = (_one, response) => response.writeHead(200).write('x');
  await request();
  await until(async () => (await attemptsOf(webhook.id)).length === 1, 'an attempt');
  const [attempt] = await attemptsOf(webhook.id);
  assert.equal(attempt?.outcome, 'delivered');
  assert.ok(attempt.latencyMs < 10_000);
});

test('a receiver that answers 429 with Retry-After is tried no earlier [API-30]', async () => {
  const webhook = await makeScene(['place.requested']);
  receiver.answer = answerWith(429, { 'retry-after': '8' });
  const began = performance.now();
  await request();
  await until(() => receiver.received.length === 2, 'the next try');
  const [first = assert.fail(), second = assert.fail()] = receiver.received;
  assert.ok(second.at - first.at > 7900, `${second.at - first.at} ms`);
  assert.ok(performance.now() - began < 15_000);
  assert.equal((await attemptsOf(webhook.id)).at(-1)?.status, 429);
});

test('the answer 410 disables a webhook and the administrators get a mail; when it is resumed, what waited is sent in order [API-30]', async () => {
  const webhook = await makeScene();
  receiver.answer = answerWith(410);
  const id = await request();
  await until(async () => (await webhookOf(webhook.id)).state === 'disabled', 'disabled');
  await approve(id);
  await copyAll(app);
  assert.equal((await webhookOf(webhook.id)).waiting, 2);
  const mails = await mailsTo(app.db, town.admin.email);
  const mail = mails.find(({ subject }) => /turned off/u.test(subject)) ?? assert.fail();
  assert.ok(mail.plain.includes(new URL(receiver.url).port));
  assert.ok(!mail.plain.includes('/hook'), 'the path may hold a secret');
  receiver.answer = accept;
  receiver.received.length = 0;
  const body = { isPaused: false };
  await get(app, town.admin, 'changeWebhook', { id: webhook.id, body });
  await until(() => receiver.received.length === 2, 'what waited');
  assert.deepEqual(typesOf(id), ['place.requested', 'place.approved']);
});

test('administrators get a mail when a webhook has failed for a day, and after five days it is disabled [API-30]', async () => {
  const webhook = await makeScene(['place.requested']);
  receiver.answer = answerWith(503);
  await request();
  await until(() => receiver.received.length > 0, 'a delivery');
  const failFor = async (hours: number) => {
    await until(async () => (await webhookOf(webhook.id)).failingSince !== null, 'failing');
    await app.db.run(sql`
      update webhook_endpoint set failing_since = ${new Date(app.clock.now().getTime() - hours * 3_600_000)}
      where id = ${webhook.id}`);
    const before = (await attemptsOf(webhook.id)).length;
    await request();
    await until(async () => (await attemptsOf(webhook.id)).length > before, 'another try');
  };
  const subjects = async () =>
    (await mailsTo(app.db, town.admin.email)).map(({ subject }) => subject);
  await failFor(25);
  assert.equal((await subjects()).filter((each) => /fails/u.test(each)).length, 1);
  await failFor(26);
  assert.equal((await subjects()).filter((each) => /fails/u.test(each)).length, 1, 'once');
  await failFor(121);
  await until(async () => (await webhookOf(webhook.id)).state === 'disabled', 'disabled');
  assert.equal((await subjects()).filter((each) => /turned off/u.test(each)).length, 1);
});

test('a subject’s next event waits for its earlier one, and other subjects go on; after three failures the subject goes on too [API-30]', async () => {
  const webhook = await makeScene();
  const bad = await request();
  receiver.answer = ({ body }, response) =>
    response.writeHead(body.includes(bad) && body.includes('place.approved') ? 422 : 204).end();
  await until(() => typesOf(bad).length === 1, 'the request');
  await approve(bad);
  await until(() => typesOf(bad).length > 1, 'the first refused try');
  await get(app, town.admin, 'checkInEntry', { id: bad });
  const other = await request(await makeDoctor(app, town.hospitalId));
  await approve(other);
  await until(() => typesOf(other).length === 2, 'the other subject');
  assert.ok(!typesOf(bad).includes('place.checked_in'), 'its next event waits');
  const isTried = (count: number) => async () =>
    (await attemptsOf(webhook.id)).filter(({ status }) => status === 422).length === count;
  await until(isTried(1), 'try 1');
  await endWait(webhook.id);
  await until(isTried(2), 'try 2');
  assert.ok(!typesOf(bad).includes('place.checked_in'));
  await endWait(webhook.id);
  await until(() => typesOf(bad).includes('place.checked_in'), 'the subject goes on');
  assert.equal(typesOf(bad).filter((type) => type === 'place.approved').length, 3);
});

test('a receiver that hangs slows neither another webhook of its hospital nor another hospital’s [API-30]', async () => {
  await makeScene();
  const hanging = receiver;
  hanging.answer = () => undefined;
  const quick = await open();
  await makeWebhook(app, town.admin, quick.url);
  const others = [];
  for (let count = 0; count < 6; count += 1) {
    others.push(await request(await makeDoctor(app, town.hospitalId)));
  }
  await until(() => quick.received.length === others.length, 'the quick one', 10);
  assert.equal(hanging.received.length, 2, 'a hanging receiver holds two places');
  const slowTown = town;
  await makeScene();
  const began = performance.now();
  const id = await request();
  await until(() => typesOf(id).length === 1, 'the other hospital');
  assert.ok(performance.now() - began < 5000);
  assert.notEqual(slowTown.hospitalId, town.hospitalId);
});

test('while a webhook is paused its events wait; one event, or all since a time, can be sent again with the same id [API-30]', async () => {
  const webhook = await makeScene(['place.requested', 'place.approved']);
  const { id } = webhook;
  const since = app.clock.now().toISOString();
  await get(app, town.admin, 'changeWebhook', { id, body: { isPaused: true } });
  const entry = await request();
  await approve(entry);
  await copyAll(app);
  await sleep(1500);
  assert.equal(receiver.received.length, 0);
  await get(app, town.admin, 'changeWebhook', { id, body: { isPaused: false } });
  await until(async () => (await webhookOf(id)).waiting === 0, 'all are sent');
  const [first = assert.fail(), second = assert.fail()] = receiver.events();
  const one = await get(app, town.admin, 'resendEvent', { id, body: { event: second.id } });
  assert.equal(one.queued, 1);
  await until(() => receiver.received.length === 3, 'one again');
  assert.deepEqual(receiver.events()[2], second);
  await until(async () => (await webhookOf(id)).waiting === 0, 'recorded');
  const all = await get(app, town.admin, 'resendSince', { id, body: { since } });
  assert.equal(all.queued, 2);
  await until(() => receiver.received.length === 5, 'all again');
  assert.deepEqual(receiver.events().slice(3), [first, second]);
  const gone = await call(app, town.admin, 'resendEvent', { id, body: { event: 'evt_a_1' } });
  assert.equal(gone.status, 404);
});
