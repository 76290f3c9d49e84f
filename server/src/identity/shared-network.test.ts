/**
 * Tests that a stranger who guesses passwords in a hospital's network does not stop other people in
 * that network from signing in [SEC-7].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import {
  askForCode,
  type Browser,
  codeOf,
  type IdentityTestApp,
  makeIdentityTestApp,
  newPhone,
  openBrowser,
  receiveCode,
  type Person,
  publicUrl,
  signUp,
  signUpByPhone,
  solveDemand,
} from '../testing/identity-app.ts';
import { countTries } from './attempts/attempts.store.ts';
import { makeAuthenticator } from '../testing/stand-ins/test-authenticator.ts';

let world: IdentityTestApp;
let hiding: IdentityTestApp;
before(async () => {
  world = await makeIdentityTestApp();
  hiding = await makeIdentityTestApp({ hideAccounts: true });
});
after(async () => {
  await world.close();
  await hiding.close();
});

let networks = 0;
/** Returns a network address from which no request has come yet. */
function newNetwork(): string {
  networks += 1;
  return `198.18.${networks}.9`;
}

const signIn = '/sign-in/email';

/** Tries to sign in under names that do not exist, until the network's limit is used up. */
async function guessInvented(address: string): Promise<void> {
  const stranger = openBrowser(world.app, address);
  for (let n = 0; n < 100; n += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_, m) =>
        stranger.post(signIn, { email: `invented-${n + m}@example.org`, password: 'x' }),
      ),
    );
  }
  const next = await stranger.post(signIn, { email: 'invented@example.org', password: 'x' });
  assert.equal(next.statusCode, 429);
}

/** Sets the counters as if this many attempts of any kind had failed. */
async function useUp(
  address: string,
  { kinds = ['sign-in'], db, clock }: { kinds?: string[] } & Pick<IdentityTestApp, 'db' | 'clock'>,
): Promise<void> {
  const keys = kinds.map((kind) => JSON.stringify([`${kind}-address`, address]));
  const now = clock.now();
  const endsAt = new Date(now.getTime() + 900_000);
  for (let n = 0; n < 100; n += 1) await countTries(db, keys, now, endsAt);
}

/** Signs the person out and returns the same browser. */
async function signedOut({ browser }: Person): Promise<Browser> {
  await browser.post('/sign-out', {});
  return browser;
}

test('a receptionist signs in on her usual computer after a hundred wrong guesses from the hospital’s network [SEC-7] @long', async () => {
  const address = newNetwork();
  const receptionist = await signUp(world.app, { address });
  const { email, password } = receptionist;
  const desk = await signedOut(receptionist);
  await guessInvented(address);
  assert.equal((await desk.post(signIn, { email, password })).statusCode, 200);
});

test('if others used up the limit of a network, a person who used the network before can still sign in there on a new device [SEC-7]', async () => {
  const address = newNetwork();
  const receptionist = await signUp(world.app, { address });
  const { email, password } = receptionist;
  await signedOut(receptionist);
  await useUp(address, world);
  const fresh = openBrowser(world.app, address);
  assert.equal((await fresh.post(signIn, { email, password })).statusCode, 200);
});

test('ten wrong passwords for one name do not lock the account’s owner out on her usual computer [SEC-7]', async () => {
  const address = newNetwork();
  const receptionist = await signUp(world.app, { address });
  const { email, password } = receptionist;
  const desk = await signedOut(receptionist);
  const stranger = openBrowser(world.app, address);
  for (let n = 0; n < 10; n += 1) {
    assert.equal((await stranger.post(signIn, { email, password: `${n}` })).statusCode, 401);
  }
  assert.equal((await stranger.post(signIn, { email, password })).statusCode, 429);
  assert.equal((await desk.post(signIn, { email, password })).statusCode, 200);
});

test('a known device has its own limit of ten wrong passwords, which applies only to the account that used the device [SEC-7]', async () => {
  const address = newNetwork();
  const receptionist = await signUp(world.app, { address });
  const { email, password } = receptionist;
  const desk = await signedOut(receptionist);
  for (let n = 0; n < 10; n += 1) {
    assert.equal((await desk.post(signIn, { email, password: `${n}` })).statusCode, 401);
  }
  const eleventh = await desk.post(signIn, { email, password });
  assert.equal(codeOf(eleventh), 'too_many_attempts');
  assert.ok(Number(eleventh.headers['retry-after']) > 800);

  const other = await signUp(world.app, { address: newNetwork() });
  const stranger = openBrowser(world.app, address);
  for (const [name, value] of (await signedOut(other)).cookies) stranger.cookies.set(name, value);
  for (let n = 0; n < 10; n += 1) await stranger.post(signIn, { email, password: `${n}` });
  assert.equal((await stranger.post(signIn, { email, password })).statusCode, 429);
});

test('a patient on a new phone in a blocked network signs in after the phone solves a bot check [SEC-7]', async () => {
  const address = newNetwork();
  const { email, password } = await signUp(world.app, { address: newNetwork() });
  await useUp(address, world);
  const phone = openBrowser(world.app, address);
  const refused = await phone.post(signIn, { email, password });
  assert.equal(refused.statusCode, 429);
  assert.equal(codeOf(refused), 'bot_check_required');
  assert.ok(Number(refused.headers['retry-after']) > 800);
  const solved = await solveDemand(refused);
  assert.equal((await phone.post(signIn, { email, password }, solved)).statusCode, 200);
});

test('a solved bot check is valid once, and only for the request for which it was solved [SEC-7]', async () => {
  const address = newNetwork();
  await useUp(address, world);
  const stranger = openBrowser(world.app, address);
  const guess = { email: 'invented@example.org', password: 'first' };
  const solved = await solveDemand(await stranger.post(signIn, guess));
  const otherGuess = { ...guess, password: 'second' };
  assert.equal(codeOf(await stranger.post(signIn, otherGuess, solved)), 'bot_check_required');
  const elsewhere = newNetwork();
  await useUp(elsewhere, world);
  const moved = await openBrowser(world.app, elsewhere).post(signIn, guess, solved);
  assert.equal(codeOf(moved), 'bot_check_required', 'in another network');
  assert.equal(codeOf(await stranger.post(signIn, guess, solved)), 'user_not_found');
  assert.equal(codeOf(await stranger.post(signIn, guess, solved)), 'bot_check_required', 'twice');
  const forged = { 'x-baari-bot-check': Buffer.from('{}').toString('base64') };
  assert.equal(codeOf(await stranger.post(signIn, guess, forged)), 'bot_check_required');
});

test('a solved bot check does not permit sign-in to an account that has used up its own limit [SEC-7]', async () => {
  const address = newNetwork();
  const { email, password } = await signUp(world.app, { address: newNetwork() });
  await useUp(address, world);
  const stranger = openBrowser(world.app, address);
  async function guess(tried: string) {
    const body = { email, password: tried };
    const refused = await stranger.post(signIn, body);
    if (codeOf(refused) !== 'bot_check_required') return refused;
    return stranger.post(signIn, body, await solveDemand(refused));
  }
  for (let n = 0; n < 10; n += 1) assert.equal((await guess(`${n}`)).statusCode, 401);
  assert.equal(codeOf(await guess(password)), 'too_many_attempts');
});

test('a stranger who requests links and codes and opens accounts all day blocks nobody in the network [SEC-7, ROUTE-10]', async () => {
  const address = newNetwork();
  const { email, browser } = await signUp(world.app, { address });
  const newcomer = openBrowser(world.app, address);
  // The kinds of attempts whose limits the stranger has used up.
  const kinds = ['sign-up', 'reset', 'resend', 'passkey', 'code-sent', 'code', 'second-factor'];
  await useUp(address, { ...world, kinds });

  async function withCheck(path: string, body: object) {
    const refused = await newcomer.post(path, body);
    assert.equal(refused.statusCode, 429, path);
    assert.equal(codeOf(refused), 'bot_check_required', path);
    return newcomer.post(path, body, await solveDemand(refused));
  }
  const account = { name: 'Asha Rao', email: 'new-there@example.org', password: 'plum pie' };
  assert.equal((await withCheck('/sign-up/email', account)).statusCode, 200);
  const stranger = await signUp(world.app, { address: newNetwork() });
  const link = { email: stranger.email };
  assert.equal((await withCheck('/request-password-reset', link)).statusCode, 200);
  const own = await browser.post('/request-password-reset', { email });
  assert.equal(own.statusCode, 200, 'on a known device without a check');

  const phoneNumber = newPhone();
  assert.equal(codeOf(await askForCode(newcomer, phoneNumber)), 'bot_check_required');
  const device = makeAuthenticator(publicUrl);
  const made = await stranger.browser.get('/passkey/generate-register-options');
  const { challenge } = made.json<{ challenge: string }>();
  const passkey = { name: 'My phone', response: device.create(challenge) };
  assert.equal(
    (await stranger.browser.post('/passkey/verify-registration', passkey)).statusCode,
    200,
  );
  const asked = await newcomer.get('/passkey/generate-authenticate-options');
  const response = device.get(asked.json<{ challenge: string }>().challenge);
  assert.equal((await withCheck('/passkey/verify-authentication', { response })).statusCode, 200);
});

test('a phone number’s owner gets codes on her phone after other people used up the limits of the network [SEC-7]', async () => {
  const address = newNetwork();
  const { phoneNumber, browser } = await signUpByPhone(world, newPhone(), address);
  await browser.post('/sign-out', {});
  const stranger = openBrowser(world.app, address);
  for (let n = 0; n < 3; n += 1) await askForCode(stranger, phoneNumber);
  const { code, confirmation } = await receiveCode(world, stranger, phoneNumber);
  const wrong = code === '000000' ? '111111' : '000000';
  const verify = '/phone-number/verify';
  for (let n = 0; n < 5; n += 1) {
    await stranger.post(verify, { phoneNumber, code: wrong, confirmation });
  }
  assert.equal((await askForCode(stranger, phoneNumber)).statusCode, 429);
  const given = await receiveCode(world, browser, phoneNumber);
  const done = await browser.post(verify, { phoneNumber, ...given });
  assert.equal(done.statusCode, 200, done.body);
});

test('if Baari is set to hide accounts, sign-in attempts for existing and invented names count equally for the network’s limit [SEC-7, SEC-8]', async () => {
  const address = newNetwork();
  const { email } = await signUp(hiding.app, { address });
  await hiding.db.run(sql`update identity."user" set email_verified = true where email = ${email}`);
  const desk = openBrowser(hiding.app, address);
  await desk.post(signIn, { email, password: 'correct horse' });
  await useUp(address, hiding);
  const fresh = openBrowser(hiding.app, address);
  const [known, invented] = await Promise.all(
    [email, 'nobody@example.org'].map((who) =>
      fresh.post(signIn, { email: who, password: 'a guess' }),
    ),
  );
  assert.equal(known?.statusCode, 429);
  assert.equal(known?.body, invented?.body);
  assert.equal((await desk.post(signIn, { email, password: 'correct horse' })).statusCode, 200);
});
