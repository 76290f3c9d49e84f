import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { streamPath } from '@baari/contract/events.ts';
import sql from 'sql-template-tag';
import { appOf } from '../../testing/stand-ins/authenticator-app.ts';
import { call, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeTown, type Town } from '../../testing/test-people.ts';
import {
  type Browser,
  type IdentityTestApp,
  makeIdentityTestApp,
  newPhone,
  openBrowser,
  receiveCode,
  signUp,
  signUpByPhone,
  codeOf,
  forgetProofs,
} from '../../testing/identity-app.ts';

let world: IdentityTestApp;
let testApp: TestApp;
let town: Town;
before(async () => {
  world = await makeIdentityTestApp();
  testApp = await makeTestApp();
  town = await makeTown(testApp);
});
after(async () => {
  await world.close();
  await testApp.close();
});

const isSignedIn = async (browser: Browser) => (await browser.get('/get-session')).json() !== null;

async function setUp(browser: Browser, password?: string) {
  const enabled = await browser.post('/two-factor/enable', { password });
  assert.equal(enabled.statusCode, 200, enabled.body);
  const given = enabled.json<{ totpURI: string; recoveryCodes: string[] }>();
  const app = appOf(given.totpURI);
  const verified = await browser.post('/two-factor/verify-totp', { code: app(-1) });
  assert.equal(verified.statusCode, 200, verified.body);
  return { ...given, app };
}

test('signing in to an account with two-factor requires the app’s code, and the password alone is not enough [SEC-7]', async () => {
  const { email, password, browser } = await signUp(world.app);
  const { app, totpURI, recoveryCodes } = await setUp(browser, password);
  assert.ok(totpURI.startsWith(`otpauth://totp/Baari:${encodeURIComponent(email)}?`));
  assert.equal(recoveryCodes.length, 10);
  assert.ok(await isSignedIn(browser), 'the device that set it up stays signed in');
  const other = openBrowser(world.app);
  const first = await other.post('/sign-in/email', { email, password });
  assert.equal(first.statusCode, 401);
  assert.equal(codeOf(first), 'second_factor_required');
  assert.equal(await isSignedIn(other), false);
  assert.equal((await other.get('/token')).statusCode, 401);
  const second = await other.post('/two-factor/verify-totp', { code: app(0) });
  assert.equal(second.statusCode, 200, second.body);
  assert.equal(second.json<{ user: { email: string } }>().user.email, email);
  assert.ok(await isSignedIn(other));
});

test('setting up two-factor requires an identity proof, and changes nothing until the first correct code [SEC-17]', async () => {
  const { email, password, browser } = await signUp(world.app);
  await forgetProofs(world);
  assert.equal(codeOf(await browser.post('/two-factor/enable', { password })), 'proof_required');
  const wrong = await browser.post('/prove', { by: 'password', password: 'not it' });
  assert.equal(codeOf(wrong), 'wrong_password');
  assert.equal(codeOf(await browser.post('/two-factor/enable', {})), 'proof_required');
  assert.equal((await browser.post('/prove', { by: 'password', password })).statusCode, 200);
  assert.equal((await browser.post('/two-factor/enable', {})).statusCode, 200);
  assert.equal(
    codeOf(await browser.post('/two-factor/verify-totp', { code: '000000' })),
    'invalid_code',
  );
  const again = await openBrowser(world.app).post('/sign-in/email', { email, password });
  assert.equal(again.statusCode, 200);
  assert.equal(
    codeOf(await openBrowser(world.app).post('/two-factor/enable', {})),
    'not_authenticated',
  );
});

test('a code that a stranger has seen is useless after the sign-in, because each code works once [SEC-7]', async () => {
  const { email, password, browser } = await signUp(world.app);
  const { app } = await setUp(browser, password);
  const code = app(0);
  const victim = openBrowser(world.app);
  await victim.post('/sign-in/email', { email, password });
  assert.equal((await victim.post('/two-factor/verify-totp', { code })).statusCode, 200);
  const thief = openBrowser(world.app);
  await thief.post('/sign-in/email', { email, password });
  const replayed = await thief.post('/two-factor/verify-totp', { code });
  assert.equal(codeOf(replayed), 'invalid_code');
  assert.equal(await isSignedIn(thief), false);
  const sessions = await world.db.one<{ open: number }>(sql`
    select count(*) as open from identity.session s join identity."user" u on u.id = s.user_id
    where u.email = ${email}`);
  assert.equal(sessions.open, 2, 'the one that set it up, and the victim’s');
});

test('five wrong two-factor codes end the sign-in attempt, even when all are sent at one moment [SEC-7]', async () => {
  const { email, password, browser } = await signUp(world.app);
  const { app } = await setUp(browser, password);
  const guesser = openBrowser(world.app);
  await guesser.post('/sign-in/email', { email, password });
  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      guesser.post('/two-factor/verify-totp', { code: String(100_000 + n) }),
    ),
  );
  assert.ok(guesses.filter((answer) => codeOf(answer) === 'invalid_code').length <= 5);
  assert.ok(guesses.every(({ statusCode }) => statusCode !== 200));
  const late = await guesser.post('/two-factor/verify-totp', { code: app(0) });
  assert.notEqual(late.statusCode, 200);
  assert.equal(await isSignedIn(guesser), false);
});

test('a recovery code replaces a code of the authenticator app once, and an owner who lost the app can turn two-factor off', async () => {
  const { email, password, browser } = await signUp(world.app);
  const { recoveryCodes } = await setUp(browser, password);
  const [first = '', second = ''] = recoveryCodes;
  const path = '/two-factor/verify-backup-code';
  const other = openBrowser(world.app);
  await other.post('/sign-in/email', { email, password });
  assert.equal((await other.post(path, { code: first })).statusCode, 200);
  const thief = openBrowser(world.app);
  await thief.post('/sign-in/email', { email, password });
  assert.equal(codeOf(await thief.post(path, { code: first })), 'invalid_code');
  const off = '/two-factor/disable';
  await forgetProofs(world);
  assert.equal(codeOf(await other.post(off, {})), 'proof_required');
  const proof = { by: 'second_factor', code: second };
  assert.equal((await other.post('/prove', proof)).statusCode, 200);
  assert.equal(codeOf(await other.post('/prove', proof)), 'invalid_code', 'once');
  assert.deepEqual((await other.post(off, {})).json(), { status: true });
  assert.equal(
    (await openBrowser(world.app).post('/sign-in/email', { email, password })).statusCode,
    200,
  );
  assert.equal(
    codeOf(await other.post('/prove', { by: 'second_factor', code: '1234' })),
    'proof_required',
  );
});

test('turning two-factor off or renewing recovery codes requires a code besides the session and the password [SEC-17]', async () => {
  const { password, browser } = await signUp(world.app);
  const { app, recoveryCodes } = await setUp(browser, password);
  await forgetProofs(world);
  const paths = ['/two-factor/disable', '/two-factor/generate-backup-codes'];
  for (const path of paths) {
    for (const body of [{}, { password }, { code: app(0), password }]) {
      assert.equal(codeOf(await browser.post(path, body)), 'proof_required', path);
    }
  }
  const byPassword = await browser.post('/prove', { by: 'password', password });
  assert.equal(codeOf(byPassword), 'proof_required', 'a second factor is on');
  const wrong = await browser.post('/prove', { by: 'second_factor', code: '000000' });
  assert.equal(codeOf(wrong), 'invalid_code');
  const code = app(0);
  // Types the code in Urdu digits, as an Urdu keyboard writes it.
  const typed = code.replaceAll(/\d/gu, (digit) => String.fromCodePoint(0x6f0 + Number(digit)));
  const proved = await browser.post('/prove', { by: 'second_factor', code: typed });
  assert.equal(proved.statusCode, 200);
  const seen = await browser.post('/prove', { by: 'second_factor', code });
  assert.equal(codeOf(seen), 'invalid_code', 'a code that was seen is good for nothing');
  const renewed = await browser.post('/two-factor/generate-backup-codes', {});
  const fresh = renewed.json<{ recoveryCodes: string[] }>().recoveryCodes;
  assert.equal(fresh.length, 10);
  assert.ok(!fresh.some((one) => recoveryCodes.includes(one)));
  assert.equal(codeOf(await browser.post('/two-factor/enable', {})), 'two_factor_already_on');
  const old = await browser.post('/prove', { by: 'second_factor', code: recoveryCodes[0] });
  assert.equal(codeOf(old), 'invalid_code');
});

test('a signed-in person may try only a limited number of two-factor codes [SEC-7]', async () => {
  const { password, browser } = await signUp(world.app);
  await setUp(browser, password);
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const proof = { by: 'second_factor', code: String(200_000 + n) };
    statuses.push((await browser.post('/prove', proof)).statusCode);
  }
  assert.deepEqual(statuses.slice(10), [429, 429]);
});

test('turning two-factor on ends sessions made without two-factor, and keeps the current session [SEC-17]', async () => {
  const { email, password, browser } = await signUp(world.app);
  const elsewhere = openBrowser(world.app);
  await elsewhere.post('/sign-in/email', { email, password });
  await setUp(browser, password);
  assert.equal(await isSignedIn(elsewhere), false);
  assert.ok(await isSignedIn(browser));
});

test('a code by phone alone does not sign in to an account with a second factor, and the authenticator app lists the account by its number', async () => {
  const { phoneNumber, browser } = await signUpByPhone(world, newPhone());
  const { app, totpURI } = await setUp(browser);
  assert.ok(
    totpURI.startsWith(`otpauth://totp/Baari:${encodeURIComponent(phoneNumber)}?`),
    totpURI,
  );
  assert.doesNotMatch(totpURI, /phone\.invalid/u);
  const other = openBrowser(world.app, '198.51.100.201');
  const given = await receiveCode(world, other, phoneNumber);
  const first = await other.post('/phone-number/verify', { phoneNumber, ...given });
  assert.equal(codeOf(first), 'second_factor_required');
  assert.equal(await isSignedIn(other), false);
  const second = await other.post('/two-factor/verify-totp', { code: app(0) });
  assert.equal(second.statusCode, 200, second.body);
  assert.ok(await isSignedIn(other));
});

test('a password reset does not bypass the second factor, and ends pending sign-ins [SEC-7]', async () => {
  const { email, password, browser, userId } = await signUp(world.app);
  await world.db.run(sql`update identity."user" set email_verified = true where id = ${userId}`);
  const { app } = await setUp(browser, password);
  const halfway = openBrowser(world.app);
  await halfway.post('/sign-in/email', { email, password });
  await openBrowser(world.app).post('/request-password-reset', { email });
  const [mail] = await world.mailsTo(email);
  const token = /token=(\S+)/u.exec(mail?.plain ?? '')?.[1];
  const done = await openBrowser(world.app).post('/reset-password', {
    token,
    newPassword: 'newer one',
  });
  assert.equal(done.statusCode, 200);
  const late = await halfway.post('/two-factor/verify-totp', { code: app(0) });
  assert.equal(codeOf(late), 'second_factor_expired');
  const fresh = await openBrowser(world.app).post('/sign-in/email', {
    email,
    password: 'newer one',
  });
  assert.equal(codeOf(fresh), 'second_factor_required');
});

test('the second sign-in step is possible for ten minutes, and only in the browser that made the first step', async (context) => {
  const { email, password, browser } = await signUp(world.app);
  const { app } = await setUp(browser, password);
  const code = app(1);
  const stranger = await openBrowser(world.app).post('/two-factor/verify-totp', { code });
  assert.equal(codeOf(stranger), 'second_factor_expired');
  const slow = openBrowser(world.app);
  await slow.post('/sign-in/email', { email, password });
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 601_000 });
  const late = await slow.post('/two-factor/verify-totp', { code: app(0) });
  context.mock.timers.reset();
  assert.equal(codeOf(late), 'second_factor_expired');
});

test('two-factor secrets and recovery codes are encrypted in the database', async () => {
  const { password, browser, userId } = await signUp(world.app);
  const { totpURI, recoveryCodes } = await setUp(browser, password);
  const row = JSON.stringify(
    await world.db.one(sql`select * from identity.two_factor where user_id = ${userId}`),
  );
  assert.ok(!row.includes(new URL(totpURI).searchParams.get('secret') ?? 'x'));
  assert.ok(!recoveryCodes.some((code) => row.includes(code)));
});

test('if a hospital requires two-factor, only staff requests without two-factor are refused [SEC-6]', async () => {
  const refused = await call(testApp, town.admin, 'setStaffTwoFactor', {
    body: { isRequired: true },
  });
  assert.equal(refused.status, 403, 'the administrator has none either');
  await testApp.db.run(sql`
    update hospital set require_two_factor = true where id = ${town.hospitalId}`);
  const shut = await call(testApp, town.receptionist, 'getOwnHospital');
  assert.equal(shut.status, 403);
  assert.match(shut.text, /two_factor_setup_required/u);
  const stream = await testApp.send({
    method: 'GET',
    url: `/api${streamPath}`,
    token: town.doctor.token,
  });
  assert.equal(stream.status, 403);
  assert.equal((await call(testApp, town.receptionist, 'getCurrentUser')).status, 200);
  const security = await call(testApp, town.receptionist, 'getOwnSecurity');
  assert.deepEqual(security.body, {
    hasPassword: true,
    hasGoogle: false,
    hasHospitalSignIn: false,
    phone: null,
    provesBy: ['password'],
    codesGoTo: { kind: 'email', value: town.receptionist.email },
    idleMinutes: 720,
    twoFactor: { isOn: false, isRequired: true },
  });
  assert.equal((await call(testApp, town.otherAdmin, 'getOwnHospital')).status, 200);
  await testApp.db.run(sql`
    update identity."user" set two_factor_enabled = true where id = ${town.admin.userId}`);
  assert.equal((await call(testApp, town.admin, 'getOwnHospital')).status, 200);
  testApp.clock.advance(60_000);
  const asked = testApp.clock.now();
  const off = await call(testApp, town.admin, 'setStaffTwoFactor', { body: { isRequired: false } });
  assert.deepEqual(off.body, { isRequired: false });
  const changed = await testApp.db.one<{ at: Date }>(
    sql`select updated_at as at from hospital where id = ${town.hospitalId}`,
  );
  assert.ok(changed.at >= asked, 'by the clock that every other change goes by');
  assert.equal((await call(testApp, town.receptionist, 'getOwnHospital')).status, 200);
});
