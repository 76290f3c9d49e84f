import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import {
  type Browser,
  codeOf,
  forgetProofs,
  type IdentityTestApp,
  makeIdentityTestApp,
  openBrowser,
  publicUrl,
  signUp,
  signUpByPhone,
} from '../../testing/identity-app.ts';
import {
  makeAuthenticator,
  type TestAuthenticator,
} from '../../testing/stand-ins/test-authenticator.ts';

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
const remove = '/passkey/delete-passkey';

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

test('a passkey signs in without a password, even on an account with a second sign-in step', async () => {
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

test('a passkey that does not verify its user counts as one factor only, and can be neither added nor used [SEC-7]', async () => {
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

test('a signed passkey answer is valid once, only for the browser that requested it, and only from Baari’s pages [security]', async () => {
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

test('a malformed passkey answer is refused without a server error [VAL-6, ERR-1]', async () => {
  const { browser } = await signUp(world.app);
  const device = await addPasskey(browser);
  for (const id of ['a\u0000b', '\ud800', 'not base64']) {
    const other = openBrowser(world.app);
    const answer = { ...device.get(await challengeAt(other, request)), id };
    assert.equal(codeOf(await other.post(use, { response: answer })), 'invalid_request', id);
    const proof = { ...device.get(await challengeAt(browser, request)), id };
    const refused = await browser.post('/prove', { by: 'passkey', response: proof });
    assert.equal(codeOf(refused), 'invalid_request', id);
  }
  for (const transports of ['usb', ['a\u0000b'], [7], Array.from({ length: 1000 }, () => 'usb')]) {
    const made = makeAuthenticator(publicUrl).create(await challengeAt(browser, creation));
    const response = { ...made, response: { ...made.response, transports } };
    const answer = await browser.post(add, { name: 'x', response });
    assert.equal(codeOf(answer), 'invalid_request', JSON.stringify(transports).slice(0, 80));
  }
  assert.equal((await passkeysOf(browser)).length, 1);
});

test('adding or removing a passkey requires a new identity proof, and is possible only for one’s own account [SEC-17]', async () => {
  const { browser, password } = await signUp(world.app);
  assert.equal(codeOf(await openBrowser(world.app).get(creation)), 'not_authenticated');
  const challenge = await challengeAt(browser, creation);
  const device = await addPasskey(browser);
  const [mine] = await passkeysOf(browser);
  await forgetProofs(world);
  assert.equal(codeOf(await browser.get(creation)), 'proof_required');
  const response = makeAuthenticator(publicUrl).create(challenge);
  assert.equal(codeOf(await browser.post(add, { name: 'x', response })), 'proof_required');
  const removal = { id: mine?.id };
  assert.equal(codeOf(await browser.post(remove, removal)), 'proof_required');
  assert.equal((await browser.post('/prove', { by: 'password', password })).statusCode, 200);
  assert.equal((await browser.get(creation)).statusCode, 200);

  await forgetProofs(world);
  const stranger = await signUp(world.app);
  const theirs = await addPasskey(stranger.browser);
  for (const [key, given] of [
    [theirs, {}],
    [device, { isUnlocked: false }],
  ] as const) {
    const answer = key.get(await challengeAt(browser, request), given);
    const refused = await browser.post('/prove', { by: 'passkey', response: answer });
    assert.equal(codeOf(refused), 'passkey_failed');
  }
  const answer = device.get(await challengeAt(browser, request));
  const proof = { by: 'passkey', response: answer };
  const before = browser.cookies.get('baari.session_token');
  assert.equal((await browser.post('/prove', proof)).statusCode, 200);
  assert.equal(browser.cookies.get('baari.session_token'), before, 'no session comes of it');
  assert.equal(codeOf(await browser.post('/prove', proof)), 'passkey_failed', 'once');
  assert.equal((await browser.post(remove, removal)).statusCode, 200);
});

test('removing a passkey ends the sessions that were started with this passkey, except the current session [SEC-17]', async () => {
  const { browser } = await signUp(world.app);
  const device = await addPasskey(browser);
  const kept = await addPasskey(browser, 'Another');
  const signInWith = async (key: TestAuthenticator) => {
    const other = openBrowser(world.app);
    const response = key.get(await challengeAt(other, request));
    assert.equal((await other.post(use, { response })).statusCode, 200);
    return other;
  };
  const made = await signInWith(device);
  const byOther = await signInWith(kept);
  const own = await signInWith(device);
  const [first] = await passkeysOf(browser);
  assert.equal((await own.post(remove, { id: first?.id })).statusCode, 200);
  assert.equal((await made.get('/get-session')).json(), null);
  for (const still of [browser, byOther, own]) {
    assert.notEqual((await still.get('/get-session')).json(), null);
  }
  const [second] = await passkeysOf(browser);
  assert.equal((await browser.post(remove, { id: second?.id })).statusCode, 200);
  assert.equal((await byOther.get('/get-session')).json(), null);
});

test('passkeys are listed by name, and only their owner can remove them', async () => {
  const one = await signUp(world.app);
  const other = await signUp(world.app);
  const device = await addPasskey(one.browser, ' My phone ');
  const [mine] = await passkeysOf(one.browser);
  assert.equal(mine?.name, 'My phone');
  const theirs = await other.browser.post(remove, { id: mine?.id });
  const random = await other.browser.post(remove, { id: crypto.randomUUID() });
  assert.equal(theirs.statusCode, 404);
  assert.equal(theirs.body, random.body);
  assert.deepEqual((await one.browser.post(remove, { id: mine?.id })).json(), { status: true });
  const late = openBrowser(world.app);
  const response = device.get(await challengeAt(late, request));
  assert.equal(codeOf(await late.post(use, { response })), 'passkey_failed');
});

test('on a device, a passkey of a phone account is named by the phone number and never by the internal address', async () => {
  const { browser, phoneNumber } = await signUpByPhone(world);
  const answer = await browser.get(creation);
  const { user } = answer.json<{ user: { name: string; displayName: string } }>();
  assert.equal(user.name, phoneNumber);
  assert.doesNotMatch(answer.body, /phone\.invalid/u);
});

test('a passkey that a stranger added to an unverified account is removed when the owner of the email address takes the account over [SEC-9]', async () => {
  const { email, browser } = await signUp(world.app);
  const device = await addPasskey(browser);
  await openBrowser(world.app).post('/request-password-reset', { email });
  const token = /token=(\S+)/u.exec((await world.mailsTo(email))[0]?.plain ?? '')?.[1];
  await openBrowser(world.app).post('/reset-password', { token, newPassword: 'mine now' });
  const stranger = openBrowser(world.app);
  const response = device.get(await challengeAt(stranger, request));
  assert.equal(codeOf(await stranger.post(use, { response })), 'passkey_failed');
});
