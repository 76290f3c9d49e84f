/** Tests of FHIR subscriptions against a receiver that is a real HTTP server. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@baari/contract/keys/scopes.ts';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { secret } from '../../testing/identity-app.ts';
import { problemsIn } from '../../testing/stand-ins/fhir-checks.ts';
import { copyAll, makeKey, type TestKey } from '../../testing/stand-ins/own-system.ts';
import {
  answerWith,
  receiverSettings,
  startWebhookReceiver,
  until,
  type WebhookReceiver,
} from '../../testing/stand-ins/webhook-receiver.ts';
import { get, makeTestApp, type TestAnswer, type TestApp } from '../../testing/test-app.ts';
import { mailsTo } from '../../testing/test-mails.ts';
import { makeDoctor, makePerson, makeTown, type Town } from '../../testing/test-people.ts';
import { openHeaders } from './headers.ts';
import { pruneSubscriptions } from './subscriptions.store.ts';
import { tidySubscriptions } from './tidy-subscriptions.ts';
import { backport } from './topics.rules.ts';

let app: TestApp;
let town: Town;
let key: TestKey;
let receiver: WebhookReceiver;
const scopes: readonly Scope[] = ['events:read', 'queue:read', 'appointments:read', 'lines:read'];
before(async () => {
  app = await makeTestApp({ isListening: true, settings: receiverSettings });
});
beforeEach(async () => {
  town = await makeTown(app);
  key = await makeKey(app, town.admin, scopes);
  receiver = await open();
});
after(async () => {
  for (const each of opened) each.close();
  await app.close();
});

const opened: WebhookReceiver[] = [];
async function open(): Promise<WebhookReceiver> {
  const one = await startWebhookReceiver();
  opened.push(one);
  return one;
}

const base = 'http://localhost:3999/fhir/R4';
const secretHeader = 'Authorization: Bearer of-the-receiver';

interface Wish {
  readonly topic?: string;
  readonly filter?: string;
  readonly content?: string;
  readonly channel?: Readonly<Record<string, unknown>>;
  readonly more?: Readonly<Record<string, unknown>>;
}

function bodyOf({ topic = 'queue-entry', filter, content, channel, more }: Wish = {}): object {
  return {
    resourceType: 'Subscription',
    status: 'requested',
    reason: 'The display in the lobby',
    criteria: `${base}/SubscriptionTopic/${topic}`,
    ...(filter !== undefined && {
      _criteria: { extension: [{ url: backport.filter, valueString: filter }] },
    }),
    channel: {
      type: 'rest-hook',
      endpoint: receiver.url,
      payload: 'application/fhir+json',
      header: [secretHeader],
      ...(content !== undefined && {
        _payload: { extension: [{ url: backport.content, valueCode: content }] },
      }),
      ...channel,
    },
    ...more,
  };
}

function send(
  method: string,
  path: string,
  { token = key.token, body }: { readonly token?: string; readonly body?: unknown } = {},
): Promise<TestAnswer> {
  const headers = body === undefined ? {} : { 'content-type': 'application/fhir+json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return app.send({
    method,
    url: `/fhir/R4/${path}`,
    token,
    headers,
    ...(body !== undefined && { body: text }),
  });
}

const subscription = z.looseObject({
  resourceType: z.literal('Subscription'),
  id: z.string(),
  status: z.string(),
  error: z.string().optional(),
});

async function read(id: string) {
  const answer = await send('GET', `Subscription/${id}`);
  assert.equal(answer.status, 200, answer.text);
  const found = subscription.parse(JSON.parse(answer.text));
  assert.deepEqual(problemsIn(found), []);
  return found;
}

async function make(wish: Wish = {}): Promise<string> {
  const answer = await send('POST', 'Subscription', { body: bodyOf(wish) });
  assert.equal(answer.status, 201, answer.text);
  const { id, status } = subscription.parse(JSON.parse(answer.text));
  assert.equal(status, 'requested');
  assert.equal(answer.headers.get('location'), `${base}/Subscription/${id}`);
  return id;
}

async function activated(wish: Wish = {}): Promise<string> {
  const id = await make(wish);
  await until(async () => (await read(id)).status === 'active', 'active');
  return id;
}

const part = z.looseObject({ name: z.string() });
const bundle = z.looseObject({
  resourceType: z.literal('Bundle'),
  type: z.string(),
  entry: z
    .array(
      z.looseObject({
        resource: z.looseObject({
          resourceType: z.literal('Parameters'),
          parameter: z.array(part.extend({ part: z.array(part).default([]) })),
        }),
      }),
    )
    .min(1),
});

interface Notified {
  readonly type: unknown;
  readonly status: unknown;
  readonly count: unknown;
  readonly events: readonly (readonly [number: string, focus: string | undefined])[];
}

/** Reads a bundle, which must be valid FHIR; events as their number and the focus without its base. */
function notified(text: string): Notified {
  const read = bundle.parse(JSON.parse(text));
  assert.deepEqual(problemsIn(read), []);
  const parameters = read.entry[0]?.resource.parameter ?? [];
  const valueOf = (list: readonly z.infer<typeof part>[], name: string) => {
    const found = list.find((each) => each.name === name);
    return found?.['valueCode'] ?? found?.['valueString'] ?? found?.['valueReference'];
  };
  const reference = z.object({ reference: z.string() }).optional();
  return {
    type: valueOf(parameters, 'type'),
    status: valueOf(parameters, 'status'),
    count: valueOf(parameters, 'events-since-subscription-start'),
    events: parameters
      .filter(({ name }) => name === 'notification-event')
      .map((each) => [
        String(valueOf(each.part, 'event-number')),
        reference.parse(valueOf(each.part, 'focus'))?.reference.replace(`${base}/`, ''),
      ]),
  };
}

const all = () => receiver.received.map(({ body }) => notified(body));
const events = () => all().flatMap((each) => each.events);

async function request(doctorId = town.doctorId): Promise<string> {
  const { queue } = await get(app, await makePerson(app), 'requestPlace', { body: { doctorId } });
  return queue.id;
}

async function approve(id: string): Promise<void> {
  await get(app, town.admin, 'approveRequest', { id, body: {} });
}

/** The diagnostics of a refusal, which must be an OperationOutcome. */
function refusedWith(answer: TestAnswer, status: number): string {
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/fhir\+json/u);
  const outcome = z
    .object({
      resourceType: z.literal('OperationOutcome'),
      issue: z.array(z.object({ diagnostics: z.string().optional() })).min(1),
    })
    .parse(JSON.parse(answer.text));
  return outcome.issue.map(({ diagnostics }) => diagnostics).join(' ');
}

test('a subscription is active once its receiver has answered the handshake, and then gets each change of a place in order [API-42]', async () => {
  const id = await activated();
  assert.deepEqual(all(), [{ type: 'handshake', status: 'requested', count: '0', events: [] }]);
  const [first] = receiver.received;
  assert.equal(first?.headers.authorization, 'Bearer of-the-receiver');
  assert.match(first?.headers['content-type'] ?? '', /^application\/fhir\+json/u);
  const entry = await request();
  await approve(entry);
  await get(app, town.admin, 'checkInEntry', { id: entry });
  await get(app, town.admin, 'startConsultation', { id: entry });
  await until(() => events().length === 3, 'three events');
  const focus = `Encounter/${entry}`;
  assert.deepEqual(events(), [
    ['1', focus],
    ['2', focus],
    ['3', focus],
  ]);
  assert.equal(all().at(-1)?.count, '3');
  const status = await send('GET', `Subscription/${id}/$status`);
  const { type, count } = notified(status.text);
  assert.deepEqual([type, count], ['query-status', '3']);
  const again = await send('GET', `Subscription/${id}/$events?eventsSinceNumber=2`);
  assert.deepEqual(notified(again.text).events, [
    ['2', focus],
    ['3', focus],
  ]);
  const body = {
    resourceType: 'Parameters',
    parameter: [{ name: 'eventsUntilNumber', valueString: '1' }],
  };
  const posted = await send('POST', `Subscription/${id}/$events`, { body });
  assert.deepEqual(notified(posted.text).events, [['1', focus]]);
  refusedWith(await send('GET', `Subscription/${id}/$events?eventsSinceNumber=x`), 400);
});

test('the topic of appointments tells of bookings, and of requests only if the key sees the queue [API-42, SEC-18]', async () => {
  await activated({ topic: 'appointment' });
  const entry = await request();
  await approve(entry);
  const rejected = await request();
  await get(app, town.receptionist, 'rejectRequest', { id: rejected, body: { reason: 'Full' } });
  await until(() => events().length === 3, 'three events');
  assert.deepEqual(events(), [
    ['1', `Appointment/${entry}`],
    ['2', `Appointment/${rejected}`],
    ['3', `Appointment/${rejected}`],
  ]);
  key = await makeKey(app, town.admin, ['events:read', 'appointments:read']);
  receiver = await open();
  await activated({ topic: 'appointment' });
  const without = await send('POST', 'Subscription', { body: bodyOf() });
  assert.equal(refusedWith(without, 403), 'queue:read');
  await request();
  await copyAll(app);
  await sleep(1500);
  assert.deepEqual(events(), []);
});

test('a filter by line leaves the changes of other lines out, and the payload empty names no record [API-42]', async () => {
  const other = await makeDoctor(app, town.hospitalId);
  const filter = `Encounter?line=Practitioner/${town.doctorId}`;
  await activated({ filter, content: 'empty' });
  await approve(await request(other));
  await approve(await request());
  await until(() => events().length === 1, 'one event');
  await copyAll(app);
  await sleep(1200);
  assert.deepEqual(events(), [['1', undefined]]);
  const foreign = bodyOf({ filter: `Encounter?line=${town.otherDoctorId}` });
  refusedWith(await send('POST', 'Subscription', { body: foreign }), 404);
});

test('a receiver that fails gets the same events with the same numbers again, and the later ones after them [API-42]', async () => {
  const id = await activated();
  receiver.answer = answerWith(503);
  const entry = await request();
  await approve(entry);
  await until(async () => (await read(id)).status === 'error', 'error');
  assert.equal((await read(id)).error, 'The receiver answered 503.');
  await get(app, town.admin, 'checkInEntry', { id: entry });
  await copyAll(app);
  receiver.answer = (_received, response) => response.writeHead(200).end();
  const before = receiver.received.length;
  await app.db.run(sql`update fhir_subscription set next_at = ${app.clock.now()} where id = ${id}`);
  await until(async () => (await read(id)).status === 'active', 'active again');
  const numbers = receiver.received
    .slice(before)
    .flatMap(({ body }) => notified(body).events.map(([number]) => number));
  assert.deepEqual(numbers, ['1', '2']);
  assert.deepEqual(
    events().map(([number]) => number),
    ['1', '1', '2'],
  );
  assert.equal((await read(id)).error, undefined);
});

test('a notification has at most as many events as its subscription asks for [API-42]', async () => {
  const id = await activated({
    channel: { extension: [{ url: backport.mostEvents, valuePositiveInt: 2 }] },
  });
  receiver.answer = answerWith(500);
  const entry = await request();
  await approve(entry);
  await until(async () => (await read(id)).status === 'error', 'error');
  for (const name of ['checkInEntry', 'startConsultation', 'completeConsultation'] as const) {
    await get(app, town.admin, name, { id: entry });
  }
  await copyAll(app);
  receiver.answer = (_received, response) => response.writeHead(200).end();
  await app.db.run(sql`update fhir_subscription set next_at = ${app.clock.now()} where id = ${id}`);
  await until(() => all().at(-1)?.count === '4', 'the fourth event');
  const sizes = all().flatMap((each) => (each.events.length === 0 ? [] : [each.events.length]));
  assert.deepEqual(sizes, [1, 2, 2]);
});

test('a subscription without an answer to its handshake has the status error, and gets no events [API-42]', async () => {
  receiver.answer = answerWith(404);
  const id = await make();
  await until(async () => (await read(id)).status === 'error', 'error');
  await approve(await request());
  await copyAll(app);
  await sleep(1500);
  assert.equal(receiver.received.length, 1);
});

test('a heartbeat comes after a quiet time of the asked length [API-42]', async () => {
  await activated({
    channel: { extension: [{ url: backport.heartbeat, valueUnsignedInt: 120 }] },
  });
  app.clock.advance(100_000);
  await sleep(1500);
  assert.equal(receiver.received.length, 1);
  app.clock.advance(20_000);
  await until(() => receiver.received.length === 2, 'the heartbeat');
  const { type, count, events: none } = all()[1] ?? assert.fail();
  assert.deepEqual([type, count, none], ['heartbeat', '0', []]);
});

test('after five days without an answer the subscription is off, and the administrators get a mail [API-42]', async () => {
  const id = await activated();
  receiver.answer = answerWith(500);
  const failing = new Date(app.clock.now().getTime() - 121 * 3_600_000);
  await app.db.run(sql`update fhir_subscription set failing_since = ${failing} where id = ${id}`);
  await approve(await request());
  await until(async () => (await read(id)).status === 'off', 'off');
  const mails = await mailsTo(app.db, town.admin.email);
  assert.ok(mails.some(({ subject }) => /turned off/u.test(subject)));
});

test('what the server does not do is refused with the reason: payload, channel, topic, filter, header, extension, address [API-42, SEC-15]', async () => {
  const post = (wish: Wish) => send('POST', 'Subscription', { body: bodyOf(wish) });
  const unknown = 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/x';
  const refusals: readonly (readonly [Wish, number, RegExp])[] = [
    [{ content: 'full-resource' }, 422, /id-only or empty/u],
    [{ channel: { type: 'websocket' } }, 422, /rest-hook only/u],
    [{ topic: 'admission' }, 422, /queue-entry/u],
    [{ more: { criteria: 'Encounter?status=planned' } }, 422, /must be the topic/u],
    [{ more: { status: 'active' } }, 422, /requested/u],
    [{ more: { end: '2020-01-01T00:00:00Z' } }, 422, /end is over/u],
    [{ filter: 'Encounter?patient=Patient/1' }, 422, /one filter/u],
    [{ filter: `Appointment?line=${town.doctorId}` }, 422, /one filter/u],
    [{ channel: { header: ['Host: elsewhere'] } }, 422, /header/u],
    [{ channel: { header: ['X: a\r\nY: b'] } }, 422, /header/u],
    [{ channel: { extension: [{ url: unknown }] } }, 422, /does not know/u],
    [
      { channel: { extension: [{ url: backport.heartbeat, valueUnsignedInt: 5 }] } },
      422,
      /from 60 to 86400/u,
    ],
    [{ channel: { endpoint: 'https://10.0.0.1/hook' } }, 400, /private network/u],
    [{ channel: { endpoint: 'ftp//x' } }, 400, /no web address/u],
  ];
  for (const [wish, status, why] of refusals) {
    assert.match(refusedWith(await post(wish), status), why, JSON.stringify(wish));
  }
  refusedWith(await send('POST', 'Subscription', { body: '{' }), 400);
  refusedWith(await send('POST', 'Subscription', { body: [] }), 422);
  refusedWith(await send('POST', 'Subscription', { token: '', body: bodyOf() }), 401);
  key = await makeKey(app, town.admin, ['queue:read']);
  assert.equal(refusedWith(await post({}), 403), 'events:read');
});

test('an API key has at most ten subscriptions, lists them, and its deleted ones end at once; the trail names the receiver [API-42, SEC-13]', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 10; count += 1) ids.push(await make());
  refusedWith(await send('POST', 'Subscription', { body: bodyOf() }), 409);
  const [id = ''] = ids;
  const listed = await send('GET', `Subscription?_id=${id}&status=requested,active`);
  const found = z.looseObject({ resourceType: z.string(), total: z.int() });
  const list = found.parse(JSON.parse(listed.text));
  assert.equal(list.total, 1);
  assert.deepEqual(problemsIn(list), []);
  assert.ok(!listed.text.includes('of-the-receiver'), 'headers are not shown');
  const kept = await app.db.many<{ text: string }>(sql`
    select s::text as text from fhir_subscription s`);
  assert.ok(kept.every(({ text }) => !text.includes('of-the-receiver')));
  for (const each of ids) {
    const answer = await send('DELETE', `Subscription/${each}`);
    assert.equal(answer.status, 204, answer.text);
  }
  refusedWith(await send('DELETE', `Subscription/${id}`), 404);
  refusedWith(await send('GET', `Subscription/${id}/$status`), 404);
  await until(async () => {
    const { count } = await app.db.one<{ count: number }>(sql`
      select count(*)::int as count from fhir_subscription where claimed_by is not null`);
    return count === 0;
  }, 'nothing is under way');
  const before = receiver.received.length;
  await approve(await request());
  await copyAll(app);
  await sleep(1500);
  assert.equal(receiver.received.length, before);
  const rows = await app.db.many<{ action: string; host: string }>(sql`
    select action, coalesce(details ->> 'to', details ->> 'from') as host from audit
    where hospital_id = ${town.hospitalId} and action like '%FHIR subscription' and outcome = 'ok'`);
  const { host } = new URL(receiver.url);
  assert.equal(rows.filter((row) => row.host === host).length, 20);
});

test('a subscription of another hospital, or of another key, is not found [API-42, SEC-1]', async () => {
  const id = await activated();
  const foreign = await makeKey(app, town.otherAdmin, scopes);
  const other = await makeKey(app, town.admin, scopes);
  for (const { token } of [foreign, other]) {
    refusedWith(await send('GET', `Subscription/${id}`, { token }), 404);
    refusedWith(await send('GET', `Subscription/${id}/$status`, { token }), 404);
    refusedWith(await send('GET', `Subscription/${id}/$events`, { token }), 404);
    refusedWith(await send('DELETE', `Subscription/${id}`, { token }), 404);
    const listed = await send('GET', 'Subscription', { token });
    assert.ok(!listed.text.includes(id));
  }
  assert.equal((await read(id)).status, 'active');
});

test('the subscriptions of a revoked key end at once, and are deleted within the hour [API-42, SEC-17]', async () => {
  const id = await activated();
  const others = await makeKey(app, town.admin, scopes);
  await get(app, town.admin, 'revokeApiKey', { id: key.id });
  await approve(await request());
  await copyAll(app);
  await sleep(1500);
  assert.equal(receiver.received.length, 1);
  key = others;
  const kept = await make();
  await pruneSubscriptions(app.db, app.clock.now());
  const left = await app.db.many<{ id: string }>(sql`
    select id from fhir_subscription where id in (${id}, ${kept})`);
  assert.deepEqual(left, [{ id: kept }]);
});

test('after the operator changed SECRET, the headers are encrypted with the new one, so that the former can be dropped [API-42]', async () => {
  const id = await activated();
  const renewed = 'a-renewed-secret-of-this-installation-0123456789';
  await tidySubscriptions(app.db, app.clock, [renewed, secret]);
  const { sealed } = await app.db.one<{ sealed: string }>(sql`
    select sealed_headers as sealed from fhir_subscription where id = ${id}`);
  assert.deepEqual(openHeaders(sealed, [renewed]), [['Authorization', 'Bearer of-the-receiver']]);
});
