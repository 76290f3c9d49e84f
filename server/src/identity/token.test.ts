import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';
import sql from 'sql-template-tag';
import type { PersonActor } from '../platform/actor.ts';
import { isStaff } from '../platform/actor.ts';
import type { Result } from '../platform/result.ts';
import {
  type IdentityTestApp,
  linkIn,
  makeIdentityTestApp,
  openBrowser,
  type Person,
  publicUrl,
  signUp,
} from '../testing/identity-app.ts';
import { openIdentity } from './identity.ts';
import { makeHospitalAdmin } from './account/make-hospital-admin.ts';

let world: IdentityTestApp;
before(async () => {
  world = await makeIdentityTestApp();
});
after(() => world.close());

function actorIn(result: Result<PersonActor>): PersonActor {
  assert.ok(result.ok, result.ok ? '' : result.code);
  return result.value;
}

function codeOf(result: Result<unknown>): string {
  return result.ok ? 'ok' : result.code;
}

async function verify(person: Person): Promise<void> {
  const link = linkIn((await world.mailsTo(person.email))[0]);
  await person.browser.get(`${link.pathname}${link.search}`);
}

async function makeHospital(): Promise<string> {
  const { id } = await world.db.one<{ id: string }>(sql`
    insert into hospital (name, type, address, city, state, zip_code, phone, email,
      operating_hours, time_zone)
    values ('H', 'general', 'a', 'c', 's', 'z', '+911234567', 'h@example.org', '{}', 'Asia/Kolkata')
    returning id`);
  return id;
}

async function makeAdmin(person: Person): Promise<Result<void>> {
  const actor = actorIn(await world.identity.authenticate(await person.browser.token()));
  const hospitalId = await makeHospital();
  return world.db.transaction((tx) => makeHospitalAdmin(tx, actor, hospitalId));
}

test('a token names the person, the role and the session, and is valid for one hour [API-27, ROLE-6]', async () => {
  const { browser, email, userId } = await signUp(world.app);
  const token = await browser.token();
  assert.equal(decodeProtectedHeader(token).alg, 'ES256');
  const { iat = 0, exp = 0, sid, ...claims } = decodeJwt(token);
  assert.equal(exp - iat, 3600);
  assert.match(String(sid), /^[\da-f-]{36}$/u);
  assert.deepEqual(claims, {
    sub: userId,
    id: userId,
    name: 'Asha Rao',
    email,
    emailVerified: false,
    role: 'patient',
    hospitalId: null,
    doctorId: null,
    iss: publicUrl,
    aud: publicUrl,
  });
  const actor = actorIn(await world.identity.authenticate(token));
  assert.equal(actor.userId, userId);
  assert.equal(actor.role, 'patient');
  assert.equal(actor.tokenExpiresAt, exp * 1000);
});

test('a person who creates a hospital is its administrator from the next request on, and in the next token [ROLE-6, SEC-6]', async () => {
  const person = await signUp(world.app);
  const before = await person.browser.token();
  assert.equal(codeOf(await makeAdmin(person)), 'email_not_verified');
  await verify(person);
  assert.equal(codeOf(await makeAdmin(person)), 'ok');
  assert.equal(codeOf(await makeAdmin(person)), 'already_staff');
  const actor = actorIn(await world.identity.authenticate(before));
  assert.equal(actor.role, 'hospital_admin', 'the old token already counts as the new role');
  const claims = decodeJwt(await person.browser.token());
  assert.equal(claims['role'], 'hospital_admin');
  assert.equal(claims['hospitalId'], actor.hospitalId);
  assert.equal(claims['emailVerified'], true);
});

test('when one person becomes administrator of two hospitals at the same moment, only one attempt succeeds [ROLE-6]', async () => {
  const person = await signUp(world.app);
  await verify(person);
  const actor = actorIn(await world.identity.authenticate(await person.browser.token()));
  const hospitals = [await makeHospital(), await makeHospital()];
  const results = await Promise.all(
    hospitals.map((id) => world.db.transaction((tx) => makeHospitalAdmin(tx, actor, id))),
  );
  assert.deepEqual(results.map(codeOf).toSorted(), ['already_staff', 'ok']);
});

test('signing out makes the sign-in token invalid at the next request and closes the live streams of that session [SEC-6, AUTH-2]', async () => {
  const { browser, email, password } = await signUp(world.app);
  const token = await browser.token();
  const actor = actorIn(await world.identity.authenticate(token));
  const elsewhere = openBrowser(world.app);
  await elsewhere.post('/sign-in/email', { email, password });
  const other = actorIn(await world.identity.authenticate(await elsewhere.token()));
  assert.deepEqual(await world.identity.endedAmong([actor, other]), []);
  const answer = await browser.post('/sign-out', {});
  assert.deepEqual(answer.json(), { success: true });
  assert.equal(codeOf(await world.identity.authenticate(token)), 'session_ended');
  assert.deepEqual(await world.identity.endedAmong([actor, other]), [actor]);
  assert.equal((await browser.get('/token')).statusCode, 401);
  assert.equal((await browser.get('/get-session')).json(), null);
});

test('a removed staff member and a changed name take effect at the next request [SEC-6]', async () => {
  const person = await signUp(world.app);
  await verify(person);
  await makeAdmin(person);
  const token = await person.browser.token();
  const actor = actorIn(await world.identity.authenticate(token));
  assert.ok(isStaff(actor));
  await world.db.run(sql`delete from membership where user_id = ${person.userId}`);
  await world.db.run(sql`update identity."user" set name = 'New' where id = ${person.userId}`);
  const now = actorIn(await world.identity.authenticate(token));
  assert.equal(now.role, 'patient');
  assert.equal(now.name, 'New');
  assert.deepEqual(await world.identity.endedAmong([actor]), [actor]);
  assert.deepEqual(await world.identity.endedAmong([now]), []);
});

test('a sign-in token expires after an hour, even if the server checked its signature a moment before [SEC-6]', async () => {
  const { browser } = await signUp(world.app);
  const token = await browser.token();
  actorIn(await world.identity.authenticate(token));
  world.clock.advance(3600_000 - 30_000);
  const actor = actorIn(await world.identity.authenticate(token));
  world.clock.advance(31_000);
  assert.equal(codeOf(await world.identity.authenticate(token)), 'session_ended');
  assert.deepEqual(await world.identity.endedAmong([actor]), [actor]);
  world.clock.advance(-3601_000);
});

test('a request of a session that has ended is refused, even if its sign-in token is still valid [SEC-6]', async () => {
  const { browser, userId } = await signUp(world.app);
  const token = await browser.token();
  await world.db.run(sql`
    update identity.session set expires_at = ${world.clock.now()} where user_id = ${userId}`);
  assert.equal(codeOf(await world.identity.authenticate(token)), 'session_ended');
});

test('forged tokens are refused: unsigned, signed with a wrong key, for a wrong site, or altered', async () => {
  const { browser, userId } = await signUp(world.app);
  const token = await browser.token();
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { kid = '' } = decodeProtectedHeader(token);
  const { sid } = decodeJwt(token);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const claims = (header: JWTHeaderParameters) =>
    new SignJWT({ sid })
      .setProtectedHeader(header)
      .setSubject(userId)
      .setIssuer(publicUrl)
      .setAudience(publicUrl)
      .setExpirationTime('1h');
  const ownKey = await world.db.one<{ public_key: string }>(
    sql`select public_key from identity.jwks limit 1`,
  );
  const forged: Record<string, string> = {
    empty: '',
    garbage: 'not.a.token',
    'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'no signature': `${header}.${payload}.`,
    'claims changed': `${header}.${encode({ ...decodeJwt(token), sub: crypto.randomUUID() })}.${signature}`,
    'another key': await claims({ alg: 'ES256', kid }).sign(privateKey),
    'an unknown key id': await claims({ alg: 'ES256', kid: crypto.randomUUID() }).sign(privateKey),
    'a key of its own in the header': await claims({
      alg: 'ES256',
      jwk: await exportJWK(publicKey),
    }).sign(privateKey),
    'the public key as a shared secret': await claims({ alg: 'HS256', kid }).sign(
      new TextEncoder().encode(ownKey.public_key),
    ),
    'the session cookie': decodeURIComponent(browser.cookies.get('baari.session_token') ?? 'none'),
  };
  for (const [name, bad] of Object.entries(forged)) {
    assert.equal(codeOf(await world.identity.authenticate(bad)), 'not_authenticated', name);
  }
  assert.equal(codeOf(await world.identity.authenticate(undefined)), 'not_authenticated');
  actorIn(await world.identity.authenticate(token));
});

test('a sign-in token that Baari’s own key signed for another site is refused', async () => {
  const elsewhere = openIdentity({
    connection: world.connection,
    database: world.db,
    clock: world.clock,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    publicUrl: 'https://other.example',
    secrets: ['a-secret-of-tests-0123456789-abcdefghij'],
    rateLimit: true,
  });
  const { browser } = await signUp(world.app);
  assert.equal(codeOf(await elsewhere.authenticate(await browser.token())), 'not_authenticated');
  await elsewhere.close();
});

test('a program without cookies keeps its session by the signed token from the server [API-27]', async () => {
  const { email, password } = await signUp(world.app);
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/identity/sign-in/email',
    payload: { email, password },
  });
  const session = String(answer.headers['set-auth-token']);
  const ask = (bearer: string) =>
    world.app.inject({
      url: '/api/identity/token',
      headers: { authorization: `Bearer ${bearer}` },
    });
  assert.equal((await ask(session)).statusCode, 200);
  const unsigned = decodeURIComponent(session).split('.')[0] ?? '';
  assert.equal((await ask(unsigned)).statusCode, 401, 'a token read from the database is no use');
});

test('the session cookie of an https site is sent over https only', async () => {
  const secure = openIdentity({
    connection: world.connection,
    database: world.db,
    clock: world.clock,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    publicUrl: 'https://baari.example',
    secrets: ['a-secret-of-tests-0123456789-abcdefghij'],
    rateLimit: true,
  });
  const { email, password } = await signUp(world.app);
  const library = await secure.parts.provider();
  const response = await library.handler(
    new Request('https://baari.example/api/identity/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    }),
  );
  const [cookie = ''] = response.headers.getSetCookie();
  assert.match(cookie, /^__Secure-baari\.session_token=.*; HttpOnly; Secure/u);
  await secure.close();
});
