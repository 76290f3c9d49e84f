import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import {
  type Browser,
  codeOf,
  type IdentityTestApp,
  makeIdentityTestApp,
  openBrowser,
  publicUrl,
  signUp,
  signUpByPhone,
} from '../testing/identity-app.ts';
import { makeAuthenticator, type TestAuthenticator } from '../testing/test-authenticator.ts';

let world: IdentityTestApp;
before(async () => {
  world = await makeIdentityTestApp();
});
after(() => world.close());

const creation = '/passkey/generate-register-options';
const request = '/passkey/generate-authenticate-options';
const add = '/passkey/verify-registration';
const use = '/passkey/verify-authentication';
const list = '/passkey/list-user-passkeys';

async function challengeAt(browser: Browser, path: string): Promise<string> {
  const answer = await browser.get(path);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ challenge: string }>().challenge;
}

async function addPasskey(browser: Browser, name = 'My phone'): Promise<TestAuthenticator> {
  const device = makeAuthenticator(publicUrl);
  const response = device.create(await challengeAt(browser, creation));
  const answer = await browser.post(add, { name, response });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(Object.keys(answer.json<object>()), ['id']);
  return device;
}

async function passkeysOf(browser: Browser) {
  const answer = await browser.get(list);
  return answer.json<{ passkeys: { id: string; name: string; addedAt: string }[] }>().passkeys;
}

test('a passkey signs in without a password, and without a second step where one is set up', async () => {
  const { email, userId, browser } = await signUp(world.app);
  const device = await addPasskey(browser);
  await world.db.run(
    sql`update identity."user" set two_factor_enabled = true where id = ${userId}`,
  );
  const other = openBrowser(world.app);
  const options = (await other.get(request)).json<{
    challenge: string;
    userVerification: string;
  }>();
  assert.equal(options.userVerification, 'required');
  const answer = await other.post(use, { response: device.get(options.challenge) });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(Object.keys(answer.json<object>()), ['user'], 'no session in the body');
  assert.equal(answer.json<{ user: { email: string } }>().user.email, email);
  assert.ok((await other.token()).length > 0);
});

test('a passkey that nobody unlocked is one factor, and is neither added nor let in [SEC-7]', async () => {
  const { browser } = await signUp(world.app);
  const locked = makeAuthenticator(publicUrl);
  const given = locked.create(await challengeAt(browser, creation), { isUnlocked: false });
  assert.equal(codeOf(await browser.post(add, { name: 'x', response: given })), 'passkey_failed');
  assert.deepEqual(await passkeysOf(browser), []);
  const device = await addPasskey(browser);
  const thief = openBrowser(world.app);
  const response = device.get(await challengeAt(thief, request), { isUnlocked: false });
  assert.equal(codeOf(await thief.post(use, { response })), 'passkey_failed');
  assert.equal((await thief.get('/get-session')).json(), null);
});

test('an answer counts once, for the browser that was asked, and only from our pages [security]', async () => {
  const { browser } = await signUp(world.app);
  const device = await addPasskey(browser);
  const other = openBrowser(world.app);
  const response = device.get(await challengeAt(other, request));
  const elsewhere = openBrowser(world.app);
  await elsewhere.get(request);
  assert.equal(codeOf(await elsewhere.post(use, { response })), 'passkey_failed');
  assert.equal((await other.post(use, { response })).statusCode, 200);
  assert.equal(codeOf(await other.post(use, { response })), 'passkey_failed');
  const phished = device.get(await challengeAt(elsewhere, request), {
    origin: 'https://baari.evil.example',
  });
  assert.equal(codeOf(await elsewhere.post(use, { response: phished })), 'passkey_failed');
  const unknown = makeAuthenticator(publicUrl).get(await challengeAt(elsewhere, request));
  assert.equal(codeOf(await elsewhere.post(use, { response: unknown })), 'passkey_failed');
});

test('adding one asks for a recent sign-in, and for one’s own account', async () => {
  const { browser, userId } = await signUp(world.app);
  assert.equal(codeOf(await openBrowser(world.app).get(creation)), 'not_authenticated');
  const challenge = await challengeAt(browser, creation);
  await world.db.run(sql`
    update identity.session set created_at = now() - interval '2 days' where user_id = ${userId}`);
  assert.equal(codeOf(await browser.get(creation)), 'recent_sign_in_required');
  const response = makeAuthenticator(publicUrl).create(challenge);
  const late = await browser.post(add, { name: 'x', response });
  assert.equal(codeOf(late), 'recent_sign_in_required');
});

test('passkeys are listed by name and removed by their owner alone', async () => {
  const one = await signUp(world.app);
  const other = await signUp(world.app);
  const device = await addPasskey(one.browser, ' My phone ');
  const [mine] = await passkeysOf(one.browser);
  assert.equal(mine?.name, 'My phone');
  const remove = '/passkey/delete-passkey';
  const theirs = await other.browser.post(remove, { id: mine?.id });
  const random = await other.browser.post(remove, { id: crypto.randomUUID() });
  assert.equal(theirs.statusCode, 404);
  assert.equal(theirs.body, random.body);
  assert.deepEqual((await one.browser.post(remove, { id: mine?.id })).json(), { status: true });
  const late = openBrowser(world.app);
  const response = device.get(await challengeAt(late, request));
  assert.equal(codeOf(await late.post(use, { response })), 'passkey_failed');
});

test('a device shows the number of a phone account, never its technical address', async () => {
  const { browser, phoneNumber } = await signUpByPhone(world);
  const answer = await browser.get(creation);
  const { user } = answer.json<{ user: { name: string; displayName: string } }>();
  assert.equal(user.name, phoneNumber);
  assert.doesNotMatch(answer.body, /phone\.invalid/u);
});

test("a stranger's passkey goes when the owner of the address takes the account over [SEC-9]", async () => {
  const { email, browser } = await signUp(world.app);
  const device = await addPasskey(browser);
  await openBrowser(world.app).post('/request-password-reset', { email });
  const token = /token=(\S+)/u.exec((await world.mailsTo(email))[0]?.plain ?? '')?.[1];
  await openBrowser(world.app).post('/reset-password', { token, newPassword: 'mine now' });
  const stranger = openBrowser(world.app);
  const response = device.get(await challengeAt(stranger, request));
  assert.equal(codeOf(await stranger.post(use, { response })), 'passkey_failed');
});
