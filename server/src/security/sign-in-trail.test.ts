/**
 * Tests that every sign-in and sign-in attempt of staff is audited, and that those of patients are
 * not.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { appOf } from '../testing/stand-ins/authenticator-app.ts';
import {
  type Browser,
  type IdentityTestApp,
  linkIn,
  makeIdentityTestApp,
  newPhone,
  openBrowser,
  publicUrl,
  receiveCode,
  signUp,
  signUpByPhone,
} from '../testing/identity-app.ts';
import { makeAuthenticator } from '../testing/stand-ins/test-authenticator.ts';

const address = '198.51.100.23';
let world: IdentityTestApp;
let hospitalId: string;

before(async () => {
  world = await makeIdentityTestApp();
  const row = await world.db.one<{ id: string }>(sql`
    insert into hospital (name, type, address, city, state, zip_code, phone, email, operating_hours,
      time_zone)
    values ('Lakeside', 'clinic', '1 Main Road', 'Pune', 'Maharashtra', '411001', '+912012345678',
      'desk@lakeside.example', '{}', 'Asia/Kolkata')
    returning id`);
  hospitalId = row.id;
});
after(() => world.close());

async function employ(userId: string): Promise<void> {
  await world.db.run(sql`
    insert into membership (user_id, hospital_id, role)
    values (${userId}, ${hospitalId}, 'receptionist')`);
}

/** A receptionist who signs in with a password. */
async function makeStaff() {
  const person = await signUp(world.app);
  await employ(person.userId);
  return person;
}

/** The audit rows of an account, oldest first: action, outcome and method of signing in. */
async function trailOf(userId: string): Promise<[string, string, string | null][]> {
  const rows = await world.db.many<{ action: string; outcome: string; way: string | null }>(sql`
    select action, outcome, details ->> 'way' as way from audit
    where user_id = ${userId} and hospital_id = ${hospitalId} order by id`);
  return rows.map(({ action, outcome, way }) => [action, outcome, way]);
}

async function challengeAt(browser: Browser, path: string): Promise<string> {
  return (await browser.get(path)).json<{ challenge: string }>().challenge;
}

test('sign-ins of staff with a correct or wrong password are audited with the network address of the attempt [SEC-13]', async () => {
  const { email, password, userId } = await makeStaff();
  const browser = openBrowser(world.app, address);
  await browser.post('/sign-in/email', { email: email.toUpperCase(), password: 'not it' });
  await browser.post('/sign-in/email', { email, password });
  assert.deepEqual(await trailOf(userId), [
    ['sign in', 'wrong_password', 'password'],
    ['sign in', 'ok', 'password'],
  ]);
  const row = await world.db.one<{ address: string; role: string; patient_ids: string[] }>(sql`
    select address, role, patient_ids from audit where user_id = ${userId} order by id desc limit 1`);
  assert.deepEqual(row, { address, role: 'receptionist', patient_ids: [] });
});

test('successful and failed confirmations of a staff member’s identity are audited, so that guesses at an unattended browser become visible [SEC-13, SEC-17]', async () => {
  const { browser, password, userId } = await makeStaff();
  await browser.post('/prove', { by: 'password', password: 'not it' });
  await browser.post('/prove', { by: 'password', password });
  assert.deepEqual(await trailOf(userId), [
    ['prove who one is', 'wrong_password', 'password'],
    ['prove who one is', 'ok', 'password'],
  ]);
});

test('staying signed in, renewing a session and a patient’s sign-in are not recorded as staff sign-ins [SEC-13]', async () => {
  const { browser, userId } = await makeStaff();
  await world.db.run(sql`
    update identity.session set expires_at = expires_at - interval '3 days',
      created_at = created_at - interval '3 days' where user_id = ${userId}`);
  const { expires_at: before } = await world.db.one<{ expires_at: Date }>(sql`
    select expires_at from identity.session where user_id = ${userId}`);
  await browser.get('/get-session');
  const { expires_at: renewed } = await world.db.one<{ expires_at: Date }>(sql`
    select expires_at from identity.session where user_id = ${userId}`);
  assert.ok(renewed > before, 'the session was renewed');
  await browser.token();
  assert.deepEqual(await trailOf(userId), []);
  const patient = await signUp(world.app);
  await openBrowser(world.app).post('/sign-in/email', patient);
  await openBrowser(world.app).post('/sign-in/email', { ...patient, password: 'not it' });
  const row = await world.db.one<{ found: number }>(sql`
    select count(*) as found from audit where user_id = ${patient.userId}`);
  assert.equal(row.found, 0);
});

test('each sign-in step with a second factor is recorded as pending, wrong, reused or correct [SEC-13, SEC-7]', async () => {
  const { email, password, userId, browser } = await makeStaff();
  const enabled = await browser.post('/two-factor/enable', { password });
  const { totpURI, recoveryCodes } = enabled.json<{ totpURI: string; recoveryCodes: string[] }>();
  const codeNow = appOf(totpURI);
  const set = await browser.post('/two-factor/verify-totp', { code: codeNow(-1) });
  assert.equal(set.statusCode, 200, set.body);
  const setUp: [string, string, string | null] = ['turn on two-factor', 'ok', null];
  assert.deepEqual(await trailOf(userId), [setUp], 'setting it up is no sign-in');
  const code = codeNow(0);
  const other = openBrowser(world.app, address);
  await other.post('/sign-in/email', { email, password });
  await other.post('/two-factor/verify-totp', { code: code === '000000' ? '111111' : '000000' });
  await other.post('/two-factor/verify-totp', { code });
  const thief = openBrowser(world.app, address);
  await thief.post('/sign-in/email', { email, password });
  await thief.post('/two-factor/verify-totp', { code });
  const lost = openBrowser(world.app, address);
  await lost.post('/sign-in/email', { email, password });
  await lost.post('/two-factor/verify-backup-code', { code: recoveryCodes[0] });
  assert.deepEqual(await trailOf(userId), [
    setUp,
    ['sign in', 'second_factor_required', 'password'],
    ['sign in', 'invalid_code', 'authenticator'],
    ['sign in', 'ok', 'authenticator'],
    ['sign in', 'second_factor_required', 'password'],
    ['sign in', 'invalid_code', 'authenticator'],
    ['sign in', 'second_factor_required', 'password'],
    ['sign in', 'ok', 'recovery code'],
  ]);
});

test('staff sign-ins with a correct or wrong phone code are audited [SEC-13]', async () => {
  const { phoneNumber, userId } = await signUpByPhone(world, newPhone(), address);
  await employ(userId);
  const browser = openBrowser(world.app, address);
  const given = await receiveCode(world, browser, phoneNumber);
  const wrong = given.code === '000000' ? '111111' : '000000';
  await browser.post('/phone-number/verify', { phoneNumber, ...given, code: wrong });
  await browser.post('/phone-number/verify', { phoneNumber, ...given });
  assert.deepEqual(await trailOf(userId), [
    ['sign in', 'invalid_code', 'phone'],
    ['sign in', 'ok', 'phone'],
  ]);
});

test('staff sign-ins with an accepted or refused passkey are audited [SEC-13]', async () => {
  const { browser, userId } = await makeStaff();
  const device = makeAuthenticator(publicUrl);
  const creation = await challengeAt(browser, '/passkey/generate-register-options');
  await browser.post('/passkey/verify-registration', {
    name: 'Phone',
    response: device.create(creation),
  });
  const before = await trailOf(userId);
  const other = openBrowser(world.app, address);
  const path = '/passkey/generate-authenticate-options';
  const unlocked = { isUnlocked: false };
  const locked = device.get(await challengeAt(other, path), unlocked);
  await other.post('/passkey/verify-authentication', { response: locked });
  const right = device.get(await challengeAt(other, path));
  const answer = await other.post('/passkey/verify-authentication', { response: right });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual((await trailOf(userId)).slice(before.length), [
    ['sign in', 'passkey_failed', 'passkey'],
    ['sign in', 'ok', 'passkey'],
  ]);
});

test('setting a staff password by a mailed link is audited once [SEC-13, SEC-17]', async () => {
  const { email, userId } = await makeStaff();
  const browser = openBrowser(world.app, address);
  await browser.post('/request-password-reset', { email });
  const [mail] = await world.mailsTo(email);
  const token = linkIn(mail).searchParams.get('token');
  const given = { token, newPassword: 'another good one' };
  await browser.post('/reset-password', given);
  await browser.post('/reset-password', given);
  assert.deepEqual(await trailOf(userId), [['reset password', 'ok', null]]);
});
