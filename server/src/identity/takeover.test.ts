/** Attempts to take over and keep an account from an unattended browser [guarantees, security 17]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { z } from 'zod';
import {
  type Browser,
  codeOf,
  forgetProofs,
  type IdentityTestApp,
  makeIdentityTestApp,
  newPhone,
  openBrowser,
  type Person,
  publicUrl,
  signUp,
  signUpByPhone,
} from '../testing/identity-app.ts';
import {
  startOpenIdProvider,
  type TestOpenIdProvider,
} from '../testing/stand-ins/open-id-provider.ts';
import {
  makeAuthenticator,
  type TestAuthenticator,
} from '../testing/stand-ins/test-authenticator.ts';

let world: IdentityTestApp;
let google: TestOpenIdProvider;
before(async () => {
  google = await startOpenIdProvider();
  world = await makeIdentityTestApp({ google: google.client, rateLimit: false });
});
after(async () => {
  await world.close();
  google.close();
});

async function verifiedPerson(): Promise<Person> {
  const person = await signUp(world.app);
  await world.db.run(sql`
    update identity."user" set email_verified = true where id = ${person.userId}`);
  return person;
}

async function makeStaff(userId: string, isTwoFactorRequired = false): Promise<string> {
  const { id } = await world.db.one<{ id: string }>(sql`
    insert into hospital (name, type, address, city, state, zip_code, phone, email, departments,
      operating_hours, time_zone, require_two_factor)
    values ('H', 'clinic', '1', 'Pune', 'MH', '411001', '+912012345678', 'h@example.org', '{}',
      '{}', 'Asia/Kolkata', ${isTwoFactorRequired})
    returning id`);
  await world.db.run(sql`
    insert into membership (user_id, hospital_id, role) values (${userId}, ${id}, 'receptionist')`);
  return id;
}

async function addPasskey(browser: Browser, name = 'My phone'): Promise<TestAuthenticator> {
  const device = makeAuthenticator(publicUrl);
  const options = await browser.get('/passkey/generate-register-options');
  const response = device.create(options.json<{ challenge: string }>().challenge);
  const answer = await browser.post('/passkey/verify-registration', { name, response });
  assert.equal(answer.statusCode, 200, answer.body);
  return device;
}

async function signInWith(device: TestAuthenticator, browser = openBrowser(world.app)) {
  const options = await browser.get('/passkey/generate-authenticate-options');
  const response = device.get(options.json<{ challenge: string }>().challenge);
  const answer = await browser.post('/passkey/verify-authentication', { response });
  assert.equal(answer.statusCode, 200, answer.body);
  return browser;
}

const isSignedIn = async (browser: Browser) => (await browser.get('/get-session')).json() !== null;

async function call(browser: Browser, method: 'GET' | 'POST' | 'DELETE' | 'PUT', url: string) {
  const token = await browser.token();
  return world.app.inject({
    method,
    url: `/api${url}`,
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'GET' ? {} : { payload: {} }),
  });
}

const events = z.object({
  events: z.array(
    z.object({ kind: z.string(), by: z.string().nullable(), subject: z.string().nullable() }),
  ),
});

async function kindsOf(browser: Browser): Promise<string[]> {
  const answer = await call(browser, 'GET', '/auth/security/events');
  return events.parse(answer.json()).events.map(({ kind }) => kind);
}

async function resetPassword(email: string): Promise<string> {
  await openBrowser(world.app).post('/request-password-reset', { email });
  const mails = await world.mailsTo(email);
  const link = mails.map(({ plain }) => /token=(\S+)/u.exec(plain)?.[1]).find(Boolean);
  assert.ok(link);
  return link;
}

test('at an unattended browser nobody can change the ways to sign in, because each such request needs a recent identity proof [SEC-17]', async () => {
  const { browser } = await verifiedPerson();
  const passkey = makeAuthenticator(publicUrl).create('x');
  await forgetProofs(world);
  const posts: readonly (readonly [string, object])[] = [
    ['/passkey/verify-registration', { name: 'x', response: passkey }],
    ['/passkey/delete-passkey', { id: crypto.randomUUID() }],
    ['/two-factor/enable', {}],
    ['/two-factor/disable', {}],
    ['/two-factor/generate-backup-codes', {}],
    ['/contact/email/send-code', { email: 'mine@example.org' }],
    ['/contact/phone/send-code', { phoneNumber: newPhone() }],
    ['/contact/phone/remove', {}],
    ['/password/set', { newPassword: 'a good new one' }],
    ['/linked-sign-in/remove', { provider: 'google' }],
  ];
  for (const [path, body] of posts) {
    const refused = await browser.post(path, body);
    assert.equal(refused.statusCode, 403, path);
    assert.equal(codeOf(refused), 'proof_required', path);
  }
  const creation = await browser.get('/passkey/generate-register-options');
  assert.equal(codeOf(creation), 'proof_required');
  for (const [method, url] of [
    ['POST', '/auth/sessions/end-others'],
    ['DELETE', `/auth/sessions/${crypto.randomUUID()}`],
  ] as const) {
    assert.equal(codeOf(await call(browser, method, url)), 'proof_required', url);
  }
});

test('a confirmed identity is valid for five minutes, and only for the session in which the person confirmed it [SEC-17]', async () => {
  const { browser, email, password } = await verifiedPerson();
  const other = openBrowser(world.app);
  await other.post('/sign-in/email', { email, password });
  await forgetProofs(world);
  await browser.post('/prove', { by: 'password', password });
  const path = '/two-factor/enable';
  assert.equal(codeOf(await other.post(path, {})), 'proof_required');
  assert.equal((await browser.post(path, {})).statusCode, 200);
  world.clock.advance(200_000);
  assert.equal((await browser.post(path, {})).statusCode, 200);
  world.clock.advance(101_000);
  assert.equal(codeOf(await browser.post(path, {})), 'proof_required');
});

test('a person cannot confirm their identity from another site, without a session, or by a method that the account lacks [SEC-17]', async () => {
  const { browser, password } = await verifiedPerson();
  const proof = { by: 'password', password };
  const evil = { origin: 'https://evil.example' };
  assert.equal(codeOf(await browser.post('/prove', proof, evil)), 'other_origin');
  assert.equal(codeOf(await openBrowser(world.app).post('/prove', proof)), 'not_authenticated');
  for (const body of [
    { by: 'code', code: '123456', confirmation: 'x' },
    { by: 'second_factor', code: '123456' },
    { by: 'passkey', response: makeAuthenticator(publicUrl).get('x') },
  ]) {
    assert.equal(codeOf(await browser.post('/prove', body)), 'proof_required', body.by);
  }
  assert.equal((await browser.post('/prove', { by: 'magic' })).statusCode, 400);
});

test('each security change of an account is mailed to its owner in the owner’s language and listed on the profile [SEC-17]', async () => {
  const { browser, email, userId } = await verifiedPerson();
  await world.db.run(sql`
    insert into account_preferences (account_id, language, notify_email, notify_sms, notify_push)
    values (${userId}, 'hi', true, false, false)`);
  await addPasskey(browser, 'Zebra key');
  const phone = newPhone();
  const sent = await browser.post('/contact/phone/send-code', { phoneNumber: phone });
  const [sms] = await world.mailsTo(phone);
  const code = /\b\d{6}\b/u.exec(sms?.plain ?? '')?.[0];
  const { confirmation } = sent.json<{ confirmation: string }>();
  await browser.post('/contact/phone/verify', { phoneNumber: phone, code, confirmation });
  await browser.post('/contact/phone/remove', {});
  await browser.post('/password/set', { newPassword: 'a good new one' });
  const list = await browser.get('/passkey/list-user-passkeys');
  const { passkeys } = list.json<{ passkeys: { id: string }[] }>();
  await browser.post('/passkey/delete-passkey', { id: passkeys[0]?.id });
  assert.deepEqual(await kindsOf(browser), [
    'passkey_removed',
    'password_set',
    'phone_removed',
    'phone_changed',
    'passkey_added',
    'signed_in',
  ]);
  const mails = await world.mailsTo(email);
  const notices = mails.filter(({ subject }) => subject.startsWith('आपके बारी खाते'));
  assert.equal(notices.length, 5);
  const text = notices.map(({ plain, html, subject }) => `${subject} ${plain} ${html}`).join(' ');
  assert.match(text, /203\.0\.113\.x/u);
  assert.doesNotMatch(text, new RegExp(`Zebra|203\\.0\\.113\\.7|${userId}|${phone.slice(1)}`, 'u'));
});

test('security events of staff accounts, including refused attempts, appear in the audit trail of their hospital [SEC-13, SEC-17]', async () => {
  const { browser, email, password, userId } = await verifiedPerson();
  const hospitalId = await makeStaff(userId);
  await addPasskey(browser);
  await openBrowser(world.app).post('/sign-in/email', { email, password: 'a guess' });
  await openBrowser(world.app).post('/sign-in/email', { email, password: 'a guess' });
  await openBrowser(world.app).post('/sign-in/email', { email, password });
  const rows = await world.db.many<{ action: string; outcome: string }>(sql`
    select action, outcome from audit where hospital_id = ${hospitalId} and user_id = ${userId}
    order by id`);
  assert.deepEqual(rows, [
    { action: 'add passkey', outcome: 'ok' },
    { action: 'sign in', outcome: 'wrong_password' },
    { action: 'sign in', outcome: 'wrong_password' },
    { action: 'sign in', outcome: 'ok' },
  ]);
});

test('an unverified address gets no mail about security changes, because the address may be a stranger’s [SEC-9, SEC-17]', async () => {
  const { browser, email } = await signUp(world.app);
  await addPasskey(browser);
  const mails = await world.mailsTo(email);
  assert.deepEqual(
    mails.filter(({ subject }) => /passkey/u.test(subject)),
    [],
  );
  const byPhone = await signUpByPhone(world);
  await addPasskey(byPhone.browser);
  const [sms] = await world.mailsTo(byPhone.phoneNumber);
  assert.match(
    sms?.plain ?? '',
    /The ways to sign in to your Baari account were changed/u,
    'a proved number gets an SMS',
  );
});

test('a person is notified once of a sign-in on a new device, and not again for the same browser in the same network [SEC-17]', async () => {
  const { email, password } = await verifiedPerson();
  const firefox = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
  const countNotices = async () =>
    (await world.mailsTo(email)).filter(({ subject }) => /new device/u.test(subject)).length;
  const credentials = { email, password };
  const home = openBrowser(world.app, '198.51.100.20');
  await home.post('/sign-in/email', credentials, firefox);
  assert.equal(await countNotices(), 1, 'another browser, elsewhere');
  await home.post('/sign-in/email', credentials, firefox);
  assert.equal(await countNotices(), 1, 'known by its cookie');
  await openBrowser(world.app, '198.51.100.99').post('/sign-in/email', credentials, firefox);
  assert.equal(await countNotices(), 1, 'the same browser in the same network keeps no cookies');
  home.cookies.delete('baari.session_token');
  const moved = openBrowser(world.app, '192.0.2.4');
  moved.cookies.set('baari.device', home.cookies.get('baari.device') ?? '');
  await moved.post('/sign-in/email', credentials, {});
  assert.equal(await countNotices(), 1, 'its cookie travels with it');
  const forged = openBrowser(world.app, '198.18.7.200');
  forged.cookies.set('baari.device', 'A'.repeat(43));
  await forged.post('/sign-in/email', credentials, { 'user-agent': 'curl' });
  assert.equal(await countNotices(), 2, 'a cookie nobody gave it makes no device known');
});

test('after a password reset the other sign-in methods are listed, and one request within ten minutes removes them all [SEC-17, ROUTE-10]', async () => {
  const { browser, email, userId } = await verifiedPerson();
  const stranger = await addPasskey(browser, 'Not mine');
  await world.db.run(sql`
    insert into identity.account (user_id, provider_id, account_id)
    values (${userId}, 'google', ${userId})`);
  await world.db.run(sql`
    update identity."user" set phone_number = '+919000000123', phone_number_verified = true
    where id = ${userId}`);
  const reset = await openBrowser(world.app).post('/reset-password', {
    token: await resetPassword(email),
    newPassword: 'a good new one',
  });
  const { left, cleanup } = reset.json<{ left: Record<string, unknown>; cleanup: string }>();
  assert.deepEqual(
    { ...left, passkeys: z.array(z.object({ name: z.string() })).parse(left['passkeys']) },
    {
      passkeys: [{ name: 'Not mine' }],
      hasTwoFactor: false,
      hasGoogle: true,
      hasHospitalSignIn: false,
      phone: '… 0123',
    },
  );
  const thief = await signInWith(stranger);
  const path = '/reset-password/remove-all';
  const evil = { origin: 'https://evil.example' };
  assert.equal(codeOf(await openBrowser(world.app).post(path, { cleanup }, evil)), 'other_origin');
  const removed = await openBrowser(world.app).post(path, { cleanup });
  assert.deepEqual(removed.json(), {
    left: {
      passkeys: [],
      hasTwoFactor: false,
      hasGoogle: false,
      hasHospitalSignIn: false,
      phone: null,
    },
  });
  assert.equal(await isSignedIn(thief), false, 'who came in by it meanwhile is out');
  assert.equal(codeOf(await openBrowser(world.app).post(path, { cleanup })), 'reset_link_invalid');
  const subjects = (await world.mailsTo(email)).map(({ subject }) => subject);
  assert.ok(subjects.some((subject) => /password of your Baari account was reset/u.test(subject)));
  assert.ok(subjects.some((subject) => /All passkeys/u.test(subject)));

  const late = await openBrowser(world.app).post('/reset-password', {
    token: await resetPassword(email),
    newPassword: 'another good one',
  });
  world.clock.advance(601_000);
  const tooLate = { cleanup: late.json<{ cleanup: string }>().cleanup };
  assert.equal(codeOf(await openBrowser(world.app).post(path, tooLate)), 'reset_link_invalid');
});

test('access to the mailbox alone cannot remove the second factor [SEC-7, SEC-17]', async () => {
  const { browser, email, userId } = await verifiedPerson();
  await browser.post('/two-factor/enable', {});
  await world.db.run(sql`update identity.two_factor set verified = true where user_id = ${userId}`);
  await world.db.run(sql`
    update identity."user" set two_factor_enabled = true where id = ${userId}`);
  const newPassword = 'a good new one';
  const token = await resetPassword(email);
  const reset = await openBrowser(world.app).post('/reset-password', { token, newPassword });
  const { cleanup } = reset.json<{ cleanup: string }>();
  const removed = await openBrowser(world.app).post('/reset-password/remove-all', { cleanup });
  assert.equal(removed.json<{ left: { hasTwoFactor: boolean } }>().left.hasTwoFactor, true);
  const signIn = await openBrowser(world.app).post('/sign-in/email', {
    email,
    password: newPassword,
  });
  assert.equal(codeOf(signIn), 'second_factor_required');
});

test('a passkey that checks who uses it counts as a second factor, and a password, a phone code or Google does not [SEC-6, SEC-7]', async () => {
  const { browser, email, password, userId } = await verifiedPerson();
  await makeStaff(userId, true);
  const device = await addPasskey(browser);
  const mustSetUp = async (signedIn: Browser) => {
    const actor = await world.identity.authenticate(await signedIn.token());
    assert.ok(actor.ok);
    return actor.value.mustSetUpTwoFactor;
  };
  assert.equal(await mustSetUp(browser), true, 'signed up with a password');
  const byPassword = openBrowser(world.app);
  await byPassword.post('/sign-in/email', { email, password });
  assert.equal(await mustSetUp(byPassword), true);
  const byGoogle = openBrowser(world.app);
  const asked = await byGoogle.post('/sign-in/social', { provider: 'google' });
  const person = { sub: userId, email, email_verified: true, name: 'Asha' };
  const back = await google.visit(asked.json<{ url: string }>().url, person);
  await byGoogle.get(`${back.pathname}${back.search}`.replace('/api/identity', ''));
  assert.equal(await isSignedIn(byGoogle), true);
  assert.equal(await mustSetUp(byGoogle), true, 'what Google asked for is not known here');
  assert.equal(await mustSetUp(await signInWith(device)), false);
  assert.deepEqual((await kindsOf(browser)).slice(0, 2), ['signed_in', 'signed_in']);
  assert.ok((await kindsOf(browser)).includes('google_linked'));

  const [row] = await world.db.many<{ id: string }>(sql`
    select id from identity.passkey where user_id = ${userId}`);
  await browser.post('/prove', { by: 'password', password });
  await browser.post('/passkey/delete-passkey', { id: row?.id });
  assert.equal(await mustSetUp(browser), true);
});

test('a linked account can be removed only if the person has another sign-in method [SEC-17]', async () => {
  const { browser, userId, email } = await verifiedPerson();
  await world.db.run(sql`
    insert into identity.account (user_id, provider_id, account_id)
    values (${userId}, 'google', ${userId})`);
  const path = '/linked-sign-in/remove';
  assert.equal((await browser.post(path, { provider: 'google' })).statusCode, 200);
  assert.equal(codeOf(await browser.post(path, { provider: 'google' })), 'not_found');
  await world.db.run(sql`
    update identity.account set provider_id = 'google' where user_id = ${userId}`);
  assert.equal(codeOf(await browser.post(path, { provider: 'google' })), 'only_way_in');
  const subjects = (await world.mailsTo(email)).map(({ subject }) => subject);
  assert.ok(subjects.some((subject) => /Google sign-in was removed/u.test(subject)));
});

test('a new password signs every other device out, and a common password is refused [ERR-4, SEC-17]', async () => {
  const { browser, email, password } = await verifiedPerson();
  const other = openBrowser(world.app);
  await other.post('/sign-in/email', { email, password });
  const weak = await browser.post('/password/set', { newPassword: 'Password123' });
  assert.equal(codeOf(weak), 'weak_password');
  assert.equal(weak.json<{ details: string }>().details, 'Please choose a stronger password.');
  const done = await browser.post('/password/set', { newPassword: 'a good new one' });
  assert.deepEqual(done.json(), { status: true });
  assert.equal(await isSignedIn(other), false);
  assert.equal(await isSignedIn(browser), true);
  const fresh = await other.post('/sign-in/email', { email, password: 'a good new one' });
  assert.equal(fresh.statusCode, 200);
});
