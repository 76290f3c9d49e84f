/**
 * Tests attacks on weaknesses that identity libraries have had. Each attack must fail [guarantees,
 * security 4…9, 15].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import {
  askForCode,
  codeOf,
  type IdentityTestApp,
  makeIdentityTestApp,
  newPhone,
  openBrowser,
  receiveCode,
  signUp,
  signUpByPhone,
} from '../testing/identity-app.ts';
import {
  startOpenIdProvider,
  type TestOpenIdProvider,
} from '../testing/stand-ins/open-id-provider.ts';

let world: IdentityTestApp;
let hiding: IdentityTestApp;
let google: TestOpenIdProvider;
before(async () => {
  google = await startOpenIdProvider();
  world = await makeIdentityTestApp({ google: google.client });
  hiding = await makeIdentityTestApp({ hideAccounts: true });
});
after(async () => {
  await world.close();
  await hiding.close();
  google.close();
});

test('extra fields in a sign-up by phone are ignored and set no role, no email and no verification [SEC-4]', async () => {
  const phoneNumber = newPhone();
  const browser = openBrowser(world.app);
  const given = await receiveCode(world, browser, phoneNumber);
  const answer = await browser.post('/phone-number/verify', {
    phoneNumber,
    ...given,
    role: 'hospital_admin',
    hospitalId: '6e3a3f0e-0000-4000-8000-000000000000',
    email: 'admin@example.org',
    emailVerified: true,
    name: '<img onerror>',
    twoFactorEnabled: true,
    disableSession: true,
  });
  assert.equal(answer.statusCode, 200);
  const row = await world.db.one<Record<string, unknown>>(sql`
    select name, email_verified as verified, two_factor_enabled as second, email
    from identity."user" where phone_number = ${phoneNumber}`);
  assert.equal(row['name'], '');
  assert.equal(row['verified'], false);
  assert.equal(row['second'], false);
  assert.match(String(row['email']), /@phone\.invalid$/u);
});

test('a code for a person’s own phone cannot add this number to another account or give access to that account [SEC-9]', async () => {
  const victim = await signUpByPhone(world);
  const thief = await signUp(world.app);
  const own = newPhone();
  const given = await receiveCode(world, thief.browser, own);
  const tries = [
    { phoneNumber: victim.phoneNumber, ...given },
    { phoneNumber: victim.phoneNumber, ...given, updatePhoneNumber: true },
  ];
  for (const body of tries) {
    const answer = await thief.browser.post('/phone-number/verify', body);
    assert.equal(codeOf(answer), 'no_confirmation_session');
  }
  const body = { phoneNumber: own, ...given, updatePhoneNumber: true };
  assert.equal((await thief.browser.post('/phone-number/verify', body)).statusCode, 200);
  const row = await world.db.one<{ phone: string | null }>(
    sql`select phone_number as phone from identity."user" where id = ${thief.userId}`,
  );
  assert.equal(row.phone, null, 'the field is ignored: a code signs in and changes no account');
});

test('the sign-in library’s own endpoints for codes and password resets cannot be reached [SEC-7]', async () => {
  const browser = openBrowser(world.app);
  const phoneNumber = newPhone();
  const unchecked = await browser.post('/phone-number/send-otp', { phoneNumber });
  assert.notEqual(unchecked.statusCode, 200);
  for (const path of [
    '/phone-number/request-password-reset',
    '/phone-number/reset-password',
    '/sign-in/phone-number',
    '/reset-password/abc?callbackURL=https://evil.example',
    '/two-factor/get-totp-uri',
    '/two-factor/send-otp',
    '/change-password',
    '/change-email',
    '/update-user',
    '/delete-user',
    '/link-social',
    '/unlink-account',
    '/get-access-token',
    '/revoke-sessions',
  ]) {
    for (const answer of [await browser.post(path, {}), await browser.get(path)]) {
      assert.equal(answer.statusCode, 404, path);
    }
  }
});

test('the request to Google contains only what Baari defines, whatever the page adds [SEC-4, SEC-15]', async () => {
  const browser = openBrowser(world.app);
  const answer = await browser.post('/sign-in/social', {
    provider: 'google',
    callbackURL: '/signed-in',
    scopes: ['https://www.googleapis.com/auth/gmail.readonly'],
    newUserCallbackURL: 'https://evil.example',
    errorCallbackURL: 'https://evil.example',
    additionalData: { link: { userId: '6e3a3f0e-0000-4000-8000-000000000000', email: 'x@y.z' } },
    idToken: { token: 'eyJhbGciOiJub25lIn0.e30.' },
    disableRedirect: false,
  });
  assert.equal(answer.statusCode, 200);
  const url = new URL(answer.json<{ url: string }>().url);
  assert.equal(url.origin, new URL(google.client.discoveryUrl).origin);
  assert.deepEqual((url.searchParams.get('scope') ?? '').split(' ').toSorted(), [
    'email',
    'openid',
    'profile',
  ]);
  assert.equal(url.searchParams.get('code_challenge_method'), 'S256');
  assert.ok((url.searchParams.get('nonce') ?? '').length >= 32);
  const states = JSON.stringify(await world.db.many(sql`select value from identity.verification`));
  assert.doesNotMatch(states, /evil\.example|6e3a3f0e/u);
  for (const provider of ['credential', 'github', '__proto__', '../google']) {
    assert.equal((await browser.post('/sign-in/social', { provider })).statusCode, 400, provider);
  }
  assert.equal((await browser.get('/callback/credential?code=x&state=y')).statusCode, 404);
});

test('asking to trust the device does not skip the second factor [SEC-4]', async () => {
  const { email, password, browser, userId } = await signUp(world.app);
  const enabled = await browser.post('/two-factor/enable', { password, method: 'otp' });
  assert.ok(enabled.json<{ totpURI?: string }>().totpURI, 'only an authenticator app counts');
  await world.db.run(
    sql`update identity."user" set two_factor_enabled = true where id = ${userId}`,
  );
  await world.db.run(sql`update identity.two_factor set verified = true where user_id = ${userId}`);
  const { recoveryCodes } = enabled.json<{ recoveryCodes: string[] }>();
  const other = openBrowser(world.app);
  await other.post('/sign-in/email', { email, password });
  const given = { code: recoveryCodes[0], trustDevice: true };
  assert.equal((await other.post('/two-factor/verify-backup-code', given)).statusCode, 200);
  assert.deepEqual([...other.cookies.keys()].toSorted(), ['baari.device', 'baari.session_token']);
  await other.post('/sign-out', {});
  const again = await other.post('/sign-in/email', { email, password });
  assert.equal(codeOf(again), 'second_factor_required');
});

test('a two-step sign-in with an altered challenge token is refused [SEC-7]', async () => {
  const one = await signUp(world.app);
  const other = await signUp(world.app);
  for (const { browser, password } of [one, other]) {
    await browser.post('/two-factor/enable', { password });
  }
  for (const { userId } of [one, other]) {
    await world.db.run(
      sql`update identity."user" set two_factor_enabled = true where id = ${userId}`,
    );
  }
  await world.db.run(sql`update identity.two_factor set verified = true`);
  const thief = openBrowser(world.app);
  await thief.post('/sign-in/email', { email: one.email, password: one.password });
  const cookie = thief.cookies.get('baari.two_factor') ?? '';
  assert.ok(cookie !== '');
  thief.cookies.set(
    'baari.two_factor',
    cookie.replace(/^./u, (letter) => (letter === 'a' ? 'b' : 'a')),
  );
  const forged = await thief.post('/two-factor/verify-totp', { code: '123456' });
  assert.equal(codeOf(forged), 'second_factor_expired');
});

test('if Baari is set to hide accounts, a request for a code gets the same answer for known and unknown numbers [SEC-8]', async () => {
  const { phoneNumber } = await signUpByPhone(hiding);
  const shape = (body: string) => body.replace(/"confirmation":"[^"]+"/u, '');
  const known = await askForCode(openBrowser(hiding.app), phoneNumber);
  const unknown = await askForCode(openBrowser(hiding.app), newPhone());
  assert.equal(known.statusCode, unknown.statusCode);
  assert.equal(shape(known.body), shape(unknown.body));
});

test('requests that Baari answers instead of the sign-in library are refused from other sites too [security]', async () => {
  const browser = openBrowser(world.app);
  const evil = { origin: 'https://evil.example' };
  const phoneNumber = newPhone();
  assert.equal(codeOf(await askForCode(browser, phoneNumber, evil)), 'other_origin');
  const calls = [
    ['/phone-number/verify', { phoneNumber, code: '123456', confirmation: 'x' }],
    ['/request-password-reset', { email: 'a@example.org' }],
    ['/reset-password', { token: 'x', newPassword: 'plum pie' }],
  ] as const;
  for (const [path, body] of calls) {
    assert.equal(codeOf(await browser.post(path, body, evil)), 'other_origin', path);
  }
});

test('pending confirmations are stored as hashes, so a copy of the database gives no access [SEC-7]', async () => {
  const browser = openBrowser(world.app);
  const asked = await browser.post('/sign-in/social', { provider: 'google' });
  const state = new URL(asked.json<{ url: string }>().url).searchParams.get('state') ?? '';
  const person = await signUp(world.app);
  await person.browser.post('/two-factor/enable', { password: person.password });
  await world.db.run(sql`
    update identity."user" set two_factor_enabled = true where id = ${person.userId}`);
  await world.db.run(sql`
    update identity.two_factor set verified = true where user_id = ${person.userId}`);
  const waiting = openBrowser(world.app);
  await waiting.post('/sign-in/email', { email: person.email, password: person.password });
  const challenge = decodeURIComponent(waiting.cookies.get('baari.two_factor') ?? '').split('.')[0];
  assert.ok(state.length >= 32 && challenge !== undefined && challenge.length >= 20);
  const rows = await world.db.many<{ identifier: string }>(
    sql`select identifier from identity.verification`,
  );
  for (const { identifier } of rows) {
    assert.ok(!identifier.includes(state) && !identifier.includes(challenge), identifier);
  }
});

test('when a role is withdrawn, the session cookie and the sign-in token lose the role’s rights at once [SEC-6]', async () => {
  const person = await signUp(world.app);
  const { id } = await world.db.one<{ id: string }>(sql`
    insert into hospital (name, type, address, city, state, zip_code, phone, email, departments,
      operating_hours, time_zone)
    values ('H', 'clinic', '1', 'Pune', 'MH', '411001', '+912012345678', 'h@example.org', '{}',
      '{}', 'Asia/Kolkata')
    returning id`);
  await world.db.run(sql`
    insert into membership (user_id, hospital_id, role)
    values (${person.userId}, ${id}, 'hospital_admin')`);
  const roleOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { role: string };
  assert.equal(roleOf(await person.browser.token()).role, 'hospital_admin');
  await world.db.run(sql`delete from membership where user_id = ${person.userId}`);
  assert.equal(roleOf(await person.browser.token()).role, 'patient');
  await world.db.run(sql`delete from identity.session where user_id = ${person.userId}`);
  assert.equal((await person.browser.get('/get-session')).json(), null);
});

test('the server never calls an address given by a user, because the addresses of sign-in providers come from the configuration [SEC-15]', async () => {
  const browser = openBrowser(world.app);
  const own = 'http://127.0.0.1:9/.well-known/openid-configuration';
  const bodies = [
    { provider: 'google', discoveryUrl: own, authorizationUrl: own, redirectURI: own },
    { provider: 'google', callbackURL: '/signed-in', issuer: own, loginHint: own, scopes: [own] },
  ];
  for (const body of bodies) {
    const answer = await browser.post('/sign-in/social', body);
    const { origin, searchParams } = new URL(answer.json<{ url: string }>().url);
    assert.equal(origin, new URL(google.client.discoveryUrl).origin);
    assert.equal(
      searchParams.get('redirect_uri'),
      'http://localhost:3999/api/identity/callback/google',
    );
    assert.ok(![...searchParams.values()].some((value) => value.includes(':9/')));
  }
  const hospitalId = crypto.randomUUID();
  const unknown = await browser.post('/sign-in/hospital', { hospitalId, discoveryUrl: own });
  assert.equal(codeOf(unknown), 'way_in_not_available');
});

test('the database refuses account data that correct code never writes, such as an unknown role', async () => {
  const { userId } = await signUp(world.app);
  const other = await signUp(world.app);
  const statements = [
    sql`insert into membership (user_id, hospital_id, role)
      values (${userId}, gen_random_uuid(), 'superuser')`,
    sql`insert into identity.account (user_id, provider_id, account_id)
      values (${other.userId}, 'credential', ${userId})`,
    sql`update identity."user" set phone_number = '+911', phone_number_verified = false
      where id = ${userId}`,
  ];
  for (const statement of statements) await assert.rejects(world.db.run(statement));
});
