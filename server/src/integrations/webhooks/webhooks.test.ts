/** Tests of webhooks as administrators manage them, and of the addresses that are refused. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { Webhook } from 'standardwebhooks';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { secret as present } from '../../testing/identity-app.ts';
import { makePerson, makeTown, type Town } from '../../testing/test-people.ts';
import {
  answerWith,
  makeWebhook,
  receiverSettings,
  startWebhookReceiver,
  until,
  type WebhookReceiver,
} from '../../testing/stand-ins/webhook-receiver.ts';
import { attemptsAtOnce, maxWebhooks } from '@baari/contract/keys/webhooks.ts';
import { isSealedBefore, openWebhookSecret } from './delivery/signing.ts';
import { tidyWebhooks } from './tidy-webhooks.ts';

let app: TestApp;
let town: Town;
let receiver: WebhookReceiver;
before(async () => {
  app = await makeTestApp({ isListening: true, settings: receiverSettings });
  receiver = await startWebhookReceiver();
  town = await makeTown(app);
});
after(async () => {
  receiver.close();
  await app.close();
});

const make = (url: string, at = app) =>
  call(at, town.admin, 'makeWebhook', { body: { url, types: null } });

test('an address is refused with a clear reason if it is internal, unencrypted, on a system port or with a password [API-30, SEC-15]', async () => {
  for (const url of [
    'https://10.1.2.3/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.1.2.3]/hook',
    'https://[fd00::1]/hook',
    'https://0x7f.1.2/hook',
    'http://93.184.216.34/hook',
    'http://93.184.216.34:8080/hook',
    'https://93.184.216.34:22/hook',
    'https://93.184.216.34:25/hook',
    'https://user:word@93.184.216.34/hook',
    'https://93.184.216.34:99999/hook',
  ]) {
    const isAllowed = url.includes('0x7f');
    const answer = await make(url);
    if (isAllowed) assert.equal(answer.status, 201, 'this is 127.1.0.2, which the operator named');
    else assertRefused(answer, 'webhook_address_refused', url);
  }
  for (const url of ['ftp://93.184.216.34/hook', '', 'hook', 'javascript:alert(1)']) {
    assertRefused(await make(url), 'invalid_request', url);
  }
  for (const url of ['https://93.184.216.34:8443/hook', 'https://93.184.216.34/hook#part']) {
    assert.equal((await make(url)).status, 201, url);
  }
});

test('without networks named by the operator, a name of this machine is refused, also at a delivery after the name has changed [API-30, SEC-15]', async () => {
  const strict = await makeTestApp({ beside: app, isListening: true });
  try {
    const { port } = new URL(receiver.url);
    for (const host of ['localhost', '127.0.0.1', '[::1]', '127.0.0.2']) {
      assertRefused(await make(`https://${host}:${port}/hook`, strict), 'webhook_address_refused');
    }
    const made = await makeWebhook(app, town.admin, `http://localhost:${port}/hook`);
    const count = receiver.received.length;
    const { attempt } = await get(strict, town.admin, 'testWebhook', { id: made.id });
    assert.deepEqual([attempt.outcome, attempt.status], ['address', null]);
    assert.equal(receiver.received.length, count, 'nothing was sent');
  } finally {
    await strict.close();
  }
});

test('an administrator tests a webhook: the receiver gets a signed ping, and the list shows its status and time, never what it answered [API-30]', async () => {
  const webhook = await makeWebhook(app, town.admin, receiver.url);
  receiver.answer = (_one, response) => response.writeHead(202).end('PLANTED ANSWER');
  const { attempt } = await get(app, town.admin, 'testWebhook', { id: webhook.id });
  assert.deepEqual([attempt.outcome, attempt.status, attempt.event], ['delivered', 202, null]);
  const { body, headers } = receiver.received.at(-1) ?? assert.fail();
  const ping = new Webhook(webhook.secret).verify(body, headers as Record<string, string>);
  assert.deepEqual((ping as { type: string }).type, 'ping');
  receiver.answer = answerWith(500);
  await get(app, town.admin, 'testWebhook', { id: webhook.id });
  const listed = await call(app, town.admin, 'listWebhookAttempts', { id: webhook.id });
  assert.ok(!listed.text.includes('PLANTED'));
  const { attempts } = await get(app, town.admin, 'listWebhookAttempts', { id: webhook.id });
  assert.deepEqual(
    attempts.map(({ status }) => status),
    [500, 202],
  );
  const { webhooks } = await get(app, town.admin, 'listWebhooks');
  const row = webhooks.find(({ id }) => id === webhook.id);
  assert.equal(row?.failingSince, null, 'a test does not count as a failure');
});

test('the secret of a webhook is encrypted in the database, and a proof of identity asked anew shows it [API-30, SEC-17]', async () => {
  const webhook = await makeWebhook(app, town.admin, receiver.url);
  const { id } = webhook;
  const row = await app.db.one<{ text: string; sealed: string }>(sql`
    select w::text as text, w.sealed_secret as sealed from webhook_endpoint w where w.id = ${id}`);
  assert.ok(!row.text.includes(webhook.secret.slice(6, 30)));
  const listed = await call(app, town.admin, 'listWebhooks');
  assert.ok(!listed.text.includes(webhook.secret));
  const shown = await get(app, town.admin, 'revealWebhookSecret', { id });
  assert.equal(shown.secret, webhook.secret);
  const later = await makeTestApp({ beside: app });
  try {
    await app.db.run(sql`
      update identity.session set proved_at = now() - interval '1 hour'
      where user_id = ${town.admin.userId}`);
    for (const name of ['revealWebhookSecret', 'rotateWebhookSecret'] as const) {
      assertRefused(await call(later, town.admin, name, { id }), 'proof_required');
    }
    assertRefused(await make(receiver.url), 'proof_required');
  } finally {
    await app.db.run(sql`
      update identity.session set proved_at = now() where user_id = ${town.admin.userId}`);
    await later.close();
  }
});

test('after the installation’s SECRET was changed, secrets are encrypted with the new one, so that the former can be dropped [API-30]', async () => {
  const webhook = await makeWebhook(app, town.admin, receiver.url);
  const renewed = 'another secret of this installation, long enough';
  const sealedNow = async () =>
    (
      await app.db.one<{ sealed: string }>(sql`
        select sealed_secret as sealed from webhook_endpoint where id = ${webhook.id}`)
    ).sealed;
  await tidyWebhooks(app.db, app.clock, [renewed, present]);
  const sealed = await sealedNow();
  assert.ok(!isSealedBefore(sealed, [renewed]));
  assert.equal(openWebhookSecret(sealed, [renewed]), webhook.secret);
  const lost = await call(app, town.admin, 'revealWebhookSecret', { id: webhook.id });
  assertRefused(lost, 'webhook_secret_lost');
  const { attempt } = await get(app, town.admin, 'testWebhook', { id: webhook.id });
  assert.equal(attempt.outcome, 'secret');
  await tidyWebhooks(app.db, app.clock, [present, renewed]);
  assert.equal(openWebhookSecret(await sealedNow(), [present]), webhook.secret);
});

test('an administrator changes and removes a webhook, each on record; another hospital’s administrator finds nothing [API-30, SEC-1]', async () => {
  const webhook = await makeWebhook(app, town.admin, receiver.url, ['place.called']);
  const { id } = webhook;
  const other = await makeTown(app);
  const body = { url: `${receiver.url}/v2`, types: null };
  for (const [name, parts] of [
    ['changeWebhook', { body }],
    ['removeWebhook', {}],
    ['revealWebhookSecret', {}],
    ['rotateWebhookSecret', {}],
    ['testWebhook', {}],
    ['listWebhookAttempts', {}],
    ['resendSince', { body: { since: '2026-12-01T06:00:00Z' } }],
  ] as const) {
    assertRefused(await call(app, other.admin, name, { id, ...parts }), 'not_found', name);
  }
  const changed = await get(app, town.admin, 'changeWebhook', { id, body });
  assert.deepEqual([changed.webhook.url, changed.webhook.types], [`${receiver.url}/v2`, null]);
  const refused = { url: 'https://10.0.0.1/hook' };
  assertRefused(
    await call(app, town.admin, 'changeWebhook', { id, body: refused }),
    'webhook_address_refused',
  );
  await get(app, town.admin, 'removeWebhook', { id });
  const { webhooks } = await get(app, town.admin, 'listWebhooks');
  assert.ok(webhooks.every((each) => each.id !== id));
  const { entries } = await get(app, town.admin, 'listAudit', {
    query: { action: 'change webhook' },
  });
  const done = entries.find(({ outcome }) => outcome === 'ok');
  assert.equal(done?.about.to, new URL(receiver.url).host);
});

test('a webhook that is removed while a delivery is under way leaves nothing behind [API-30]', async () => {
  const place = await makeTown(app);
  const slow = await startWebhookReceiver();
  let release = () => undefined as unknown;
  slow.answer = (_one, response) => {
    release = () => response.writeHead(500).end();
  };
  const { id } = await makeWebhook(app, place.admin, slow.url);
  await get(app, await makePerson(app), 'requestPlace', { body: { doctorId: place.doctorId } });
  await until(() => slow.received.length === 1, 'a delivery');
  await get(app, place.admin, 'removeWebhook', { id });
  release();
  const logged = app.logged.length;
  await until(async () => {
    const { count } = await app.db.one<{ count: number }>(sql`
      select (select count(*) from webhook_delivery where endpoint_id = ${id})
        + (select count(*) from webhook_attempt where endpoint_id = ${id}) as count`);
    return count === 0;
  }, 'no rows');
  assert.ok(!app.logged.slice(logged).some((line) => line.includes('delivery could not')));
  slow.close();
});

test('a hospital has at most ten webhooks [API-30]', async () => {
  const place = await makeTown(app);
  for (let count = 0; count < maxWebhooks; count += 1) {
    await makeWebhook(app, place.admin, `${receiver.url}/${count}`);
  }
  const body = { url: receiver.url };
  assertRefused(await call(app, place.admin, 'makeWebhook', { body }), 'too_many_webhooks');
});

test('the attempts of a webhook are listed in pages, newest first, and are gone after thirty days [API-30]', async () => {
  const { id } = await makeWebhook(app, town.admin, receiver.url);
  await app.db.run(sql`
    insert into webhook_attempt (endpoint_id, at, outcome, status, latency_ms)
    select ${id}, now() - n * interval '1 day', 'status', 500, n from generate_series(60, 1, -1) n`);
  const first = await get(app, town.admin, 'listWebhookAttempts', { id });
  assert.deepEqual([first.attempts.length, first.hasMore], [attemptsAtOnce, true]);
  const before = first.attempts.at(-1)?.id ?? 0;
  const rest = await get(app, town.admin, 'listWebhookAttempts', { id, query: { before } });
  assert.deepEqual([rest.attempts.length, rest.hasMore], [60 - attemptsAtOnce, false]);
  const days = [...first.attempts, ...rest.attempts].map(({ latencyMs }) => latencyMs);
  assert.deepEqual(
    days,
    Array.from({ length: 60 }, (_, n) => n + 1),
  );
  await tidyWebhooks(app.db, app.clock, [present]);
  const kept = await get(app, town.admin, 'listWebhookAttempts', { id });
  assert.equal(kept.attempts.length, 29);
});
