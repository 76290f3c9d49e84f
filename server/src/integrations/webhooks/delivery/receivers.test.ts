/** Tests of webhook receivers with an unusual name, answer or clock. */
import assert from 'node:assert/strict';
import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns';
import dnsPromises from 'node:dns/promises';
import type { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { after, before, test, type TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../../testing/test-app.ts';
import { makePerson, makeTown, type Town } from '../../../testing/test-people.ts';
import {
  accept,
  makeWebhook,
  receiverSettings,
  startWebhookReceiver,
  until,
  type WebhookReceiver,
} from '../../../testing/stand-ins/webhook-receiver.ts';

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

/** A patient of the town requests a place, which is an event. */
async function makeEvent(): Promise<void> {
  const body = { doctorId: town.doctorId };
  await get(app, await makePerson(app), 'requestPlace', { body });
}

async function attemptsOf(id: string) {
  return (await get(app, town.admin, 'listWebhookAttempts', { id })).attempts;
}

type Looked = (error: Error | null, addresses: LookupAddress[]) => void;
type Answers = Map<string, readonly string[]>;

/**
 * Makes the name service of this process resolve these host names to these IPv4 addresses until the
 * test ends. The map may change meanwhile.
 */
function resolveTo(t: TestContext, answers: Answers): void {
  const ofCallbacks = dns.lookup;
  const ofPromises = dnsPromises.lookup;
  const found = (host: string): LookupAddress[] | undefined =>
    answers.get(host)?.map((address) => ({ address, family: 4 }));
  t.mock.method(dns, 'lookup', (host: string, options: LookupAllOptions, done: Looked) => {
    const addresses = found(host);
    if (addresses === undefined) ofCallbacks(host, options, done);
    else done(null, addresses);
  });
  t.mock.method(
    dnsPromises,
    'lookup',
    async (host: string, options: LookupAllOptions) => found(host) ?? ofPromises(host, options),
  );
  // Named imports of built-in modules see the replacement only after this.
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
}

test('a host name with two addresses, of which one is private, is refused when a webhook is made, and never called after the name has changed [API-30, SEC-15]', async (t) => {
  const names: Answers = new Map([['his.hospital.test', ['127.0.0.1']]]);
  resolveTo(t, names);
  const url = receiver.url.replace('127.0.0.1', 'his.hospital.test');
  const { id } = await makeWebhook(app, town.admin, url, ['place.requested']);
  const ping = await get(app, town.admin, 'testWebhook', { id });
  assert.equal(ping.attempt.outcome, 'delivered', 'the name resolves to an allowed address');
  const count = receiver.received.length;
  for (const both of [
    ['127.0.0.1', '10.1.2.3'],
    ['10.1.2.3', '127.0.0.1'],
    ['127.0.0.1', '169.254.169.254'],
  ]) {
    names.set('his.hospital.test', both);
    for (const scheme of ['http', 'https']) {
      const body = { url: url.replace('http', scheme), types: null };
      const refused = await call(app, town.admin, 'makeWebhook', { body });
      assertRefused(refused, 'webhook_address_refused', both.join(' '));
    }
    const { attempt } = await get(app, town.admin, 'testWebhook', { id });
    assert.deepEqual([attempt.outcome, attempt.status], ['address', null], both.join(' '));
  }
  await makeEvent();
  await until(
    async () => (await attemptsOf(id)).some(({ event }) => event !== null),
    'the attempt to deliver',
  );
  assert.equal((await attemptsOf(id))[0]?.outcome, 'address');
  assert.equal(receiver.received.length, count, 'nothing was sent');
  await get(app, town.admin, 'removeWebhook', { id });
});

/** Writes a body in pieces, as fast as the connection takes them. */
function writeSlowly(response: ServerResponse, pieces: number, piece: Buffer): void {
  for (let left = pieces; left > 0; left -= 1) {
    if (!response.write(piece)) {
      response.once('drain', () => writeSlowly(response, left - 1, piece));
      return;
    }
  }
  response.end();
}

test('a receiver that answers with ten megabytes has accepted the event, and the connection ends after the head [API-30]', async () => {
  const { id } = await makeWebhook(app, town.admin, receiver.url, ['place.requested']);
  const ends: { readonly isWhole: boolean }[] = [];
  const piece = Buffer.alloc(65_536, 'x');
  receiver.answer = (_one, response) => {
    response.on('close', () => ends.push({ isWhole: response.writableFinished }));
    response.writeHead(200, { 'content-length': 160 * piece.length });
    writeSlowly(response, 160, piece);
  };
  await makeEvent();
  await until(async () => (await attemptsOf(id)).length > 0, 'an attempt');
  const [attempt] = await attemptsOf(id);
  assert.deepEqual([attempt?.outcome, attempt?.status], ['delivered', 200]);
  await until(() => ends.length > 0, 'the end of the connection');
  assert.deepEqual(ends, [{ isWhole: false }], 'the body was not taken');
  receiver.answer = accept;
  await get(app, town.admin, 'removeWebhook', { id });
});

test('a receiver whose clock is 90 seconds off accepts the signature, and one whose clock is ten minutes off refuses it [API-30]', async (t) => {
  const { id, secret } = await makeWebhook(app, town.admin, receiver.url);
  await get(app, town.admin, 'testWebhook', { id });
  const { body, headers } = receiver.received.at(-1) ?? assert.fail();
  const now = Date.now();
  const verifyAt = (secondsOff: number) => {
    t.mock.timers.enable({ apis: ['Date'], now: now + secondsOff * 1000 });
    try {
      return new Webhook(secret).verify(body, headers as Record<string, string>);
    } finally {
      t.mock.timers.reset();
    }
  };
  for (const off of [-90, 0, 90]) assert.deepEqual(verifyAt(off), JSON.parse(body), `${off} s`);
  assert.throws(() => verifyAt(600), /too old/u);
  assert.throws(() => verifyAt(-600), /too new/u);
});
