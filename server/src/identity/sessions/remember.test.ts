/** 'Remember me' for sign-ins without a password [LOGIN-1]; passkeys are in passkey.test.ts. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import sql from 'sql-template-tag';
import {
  type Browser,
  type IdentityTestApp,
  makeIdentityTestApp,
  newPhone,
  openBrowser,
  publicUrl,
  receiveCode,
  signUp,
} from '../../testing/identity-app.ts';
import {
  startOpenIdProvider,
  type TestOpenIdProvider,
} from '../../testing/stand-ins/open-id-provider.ts';
import { makeAuthenticator } from '../../testing/stand-ins/test-authenticator.ts';

let world: IdentityTestApp;
let google: TestOpenIdProvider;
before(async () => {
  google = await startOpenIdProvider();
  world = await makeIdentityTestApp({ google: google.client });
});
after(async () => {
  await world.close();
  google.close();
});

const hour = 60 * 60_000;

/** The session's lifetime in the browser, and at the server in whole hours from now. */
async function lastsIn(answer: LightMyRequestResponse, userId: string) {
  const cookie = answer.cookies.find(({ name }) => name === 'baari.session_token');
  assert.ok(cookie, answer.body);
  const { expiresAt } = await world.db.one<{ expiresAt: Date }>(sql`
    select expires_at as "expiresAt" from identity.session
    where user_id = ${userId} order by created_at desc limit 1`);
  const hours = Math.round((expiresAt.getTime() - Date.now()) / hour);
  return { browserSeconds: cookie.maxAge, hours };
}

const aVisit = { browserSeconds: undefined, hours: 24 };
const aWeek = { browserSeconds: 7 * 24 * 3600, hours: 7 * 24 };

interface Way {
  readonly userId: string;
  readonly signIn: (
    browser: Browser,
    rememberMe: boolean | undefined,
  ) => Promise<LightMyRequestResponse>;
}

async function byPhone(): Promise<Way> {
  const phoneNumber = newPhone();
  const browser = openBrowser(world.app);
  const first = await receiveCode(world, browser, phoneNumber);
  const made = await browser.post('/phone-number/verify', { phoneNumber, ...first });
  return {
    userId: made.json<{ user: { id: string } }>().user.id,
    async signIn(at, rememberMe) {
      const given = await receiveCode(world, at, phoneNumber);
      return at.post('/phone-number/verify', { phoneNumber, ...given, rememberMe });
    },
  };
}

async function byPasskey(): Promise<Way> {
  const { browser, userId } = await signUp(world.app);
  const device = makeAuthenticator(publicUrl);
  const challengeAt = async (at: Browser, path: string) =>
    (await at.get(path)).json<{ challenge: string }>().challenge;
  const creation = await challengeAt(browser, '/passkey/generate-register-options');
  const response = device.create(creation);
  await browser.post('/passkey/verify-registration', { name: 'My phone', response });
  return {
    userId,
    async signIn(at, rememberMe) {
      const challenge = await challengeAt(at, '/passkey/generate-authenticate-options');
      const answer = device.get(challenge);
      return at.post('/passkey/verify-authentication', { response: answer, rememberMe });
    },
  };
}

async function byGoogle(): Promise<Way> {
  const person = { sub: 'r1', email: 'r1@example.org', email_verified: true, name: 'Rhea' };
  async function signIn(at: Browser, rememberMe: boolean | undefined) {
    const asked = await at.post('/sign-in/social', { provider: 'google', rememberMe });
    const back = await google.visit(asked.json<{ url: string }>().url, person);
    return at.get(`${back.pathname}${back.search}`);
  }
  await signIn(openBrowser(world.app), undefined);
  const { id } = await world.db.one<{ id: string }>(
    sql`select id from identity."user" where email = ${person.email}`,
  );
  return { userId: id, signIn };
}

for (const [name, open] of Object.entries({ byPhone, byPasskey, byGoogle })) {
  test(`${name}: without 'remember me' the session ends with the browser, else after a week [LOGIN-1]`, async () => {
    const { userId, signIn } = await open();
    const browser = openBrowser(world.app);
    assert.deepEqual(await lastsIn(await signIn(browser, false), userId), aVisit);
    assert.notEqual((await browser.get('/get-session')).json(), null);
    await browser.post('/sign-out', {});
    assert.deepEqual(await lastsIn(await signIn(browser, false), userId), aVisit);
    // The choice of the last sign-in is not remembered, so this sign-in's own choice counts.
    assert.deepEqual(await lastsIn(await signIn(browser, true), userId), aWeek);
    assert.deepEqual(await lastsIn(await signIn(openBrowser(world.app), undefined), userId), aWeek);
  });
}

test("'remember me' stays chosen through the second sign-in step [LOGIN-1]", async () => {
  const { userId, signIn } = await byPhone();
  const browser = openBrowser(world.app);
  await signIn(browser, true);
  const enabled = await browser.post('/two-factor/enable', {});
  const { recoveryCodes } = enabled.json<{ recoveryCodes: string[] }>();
  await world.db.run(sql`update identity.two_factor set verified = true where user_id = ${userId}`);
  await world.db.run(
    sql`update identity."user" set two_factor_enabled = true where id = ${userId}`,
  );
  const at = openBrowser(world.app);
  assert.equal((await signIn(at, false)).statusCode, 401);
  const answer = await at.post('/two-factor/verify-backup-code', { code: recoveryCodes[0] });
  assert.deepEqual(await lastsIn(answer, userId), aVisit);
});
