import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { identityCalls, listOwnSessions } from '@baari/contract/account/identity.ts';
import type { LightMyRequestResponse } from 'fastify';
import {
  type Browser,
  type IdentityTestApp,
  makeIdentityTestApp,
  openBrowser,
  signUp,
} from '../../testing/identity-app.ts';

let world: IdentityTestApp;
before(async () => {
  world = await makeIdentityTestApp();
});
after(() => world.close());

const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

async function call(
  browser: Browser,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
): Promise<LightMyRequestResponse> {
  return world.app.inject({
    method,
    url: `/api/auth/${path}`,
    headers: { authorization: `Bearer ${await browser.token()}` },
    ...(method === 'POST' ? { payload: {} } : {}),
  });
}

async function sessionsOf(browser: Browser) {
  const answer = await call(browser, 'GET', 'sessions');
  const parsed = listOwnSessions.reply.parse(answer.json());
  assert.deepEqual(answer.json(), parsed, 'only what the contract lists');
  return parsed.sessions;
}

async function signInElsewhere(email: string, password: string): Promise<Browser> {
  const elsewhere = openBrowser(world.app, '198.51.100.77');
  const headers = { 'user-agent': android };
  const path = identityCalls.signInWithEmail.path;
  const answer = await elsewhere.post(path, { email, password }, headers);
  assert.equal(answer.statusCode, 200);
  return elsewhere;
}

test('the list of a person’s devices names each device and its network, with the present device first', async () => {
  const { email, password, browser } = await signUp(world.app);
  await signInElsewhere(email, password);
  const [own, other, ...more] = await sessionsOf(browser);
  assert.deepEqual(more, []);
  assert.equal(own?.isCurrent, true);
  assert.equal(other?.isCurrent, false);
  assert.equal(other?.browser, 'Chrome');
  assert.equal(other?.system, 'Android');
  assert.equal(other?.address, '198.51.100.x');
});

test('ending a device’s session refuses the device’s next request [SEC-6]', async () => {
  const { email, password, browser } = await signUp(world.app);
  const lost = await signInElsewhere(email, password);
  const token = await lost.token();
  const other = (await sessionsOf(browser)).find(({ isCurrent }) => !isCurrent);
  const ended = await call(browser, 'DELETE', `sessions/${other?.id}`);
  assert.deepEqual(ended.json(), { ended: 1 });
  assert.equal((await lost.get('/get-session')).json(), null);
  assert.equal((await world.identity.authenticate(token)).ok, false);
  assert.equal((await call(browser, 'DELETE', `sessions/${other?.id}`)).statusCode, 404);
});

test('signing out all other devices takes effect at once and keeps the present session', async () => {
  const { email, password, browser } = await signUp(world.app);
  const others = [await signInElsewhere(email, password), await signInElsewhere(email, password)];
  assert.deepEqual((await call(browser, 'POST', 'sessions/end-others')).json(), { ended: 2 });
  for (const other of others) assert.equal((await other.get('/get-session')).json(), null);
  assert.equal((await sessionsOf(browser)).length, 1);
});

test('a request to end another person’s session gets the same answer as a request about a session that does not exist [SEC-2]', async () => {
  const [one, other] = [await signUp(world.app), await signUp(world.app)];
  const [theirs] = await sessionsOf(other.browser);
  const real = await call(one.browser, 'DELETE', `sessions/${theirs?.id}`);
  const random = await call(one.browser, 'DELETE', `sessions/${crypto.randomUUID()}`);
  assert.equal(real.statusCode, 404);
  assert.equal(real.body, random.body);
  assert.equal((await sessionsOf(other.browser)).length, 1);
});
