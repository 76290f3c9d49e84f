/** Tests of SMART Backend Services: public keys, assertions and access tokens, through HTTP. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import type { AddressInfo } from 'node:net';
import type { Scope } from '@baari/contract/keys/scopes.ts';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { mailsTo } from '../../testing/test-mails.ts';
import { makeTown, type Town } from '../../testing/test-people.ts';
import { addressesWith } from '../../platform/outgoing/addresses.ts';
import { makeKeySets } from './key-sets.ts';
import { deleteOldAssertions } from './smart.store.ts';
import { grantedScopes, scopeText } from './smart-scopes.rules.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp({ settings: { WEBHOOK_NETWORKS: '127.0.0.1/32' } });
  town = await makeTown(app);
});
after(() => app.close());

interface Pair {
  readonly publicKey: JWK;
  readonly sign: (jwt: SignJWT, kid?: string) => Promise<string>;
}

async function makePair(alg: 'RS384' | 'ES384', kid: string): Promise<Pair> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return {
    publicKey: { ...(await exportJWK(publicKey)), kid, alg },
    sign: (jwt, other = kid) =>
      jwt.setProtectedHeader({ alg, kid: other, typ: 'JWT' }).sign(privateKey),
  };
}

interface System {
  readonly keyId: string;
  readonly clientId: string;
}

async function makeSystem(
  publicKeys: string,
  scopes: readonly Scope[] = ['queue:read'],
): Promise<System> {
  const { apiKey } = await get(app, town.admin, 'makeApiKey', {
    body: { name: 'HIS bridge', scopes: [...scopes] },
  });
  const set = await get(app, town.admin, 'setKeyClient', { id: apiKey.id, body: { publicKeys } });
  return { keyId: apiKey.id, clientId: set.apiKey.client?.id ?? '' };
}

const tokenUrl = 'http://localhost:3999/fhir/token';

function claimsOf(clientId: string, more: Record<string, unknown> = {}): SignJWT {
  const now = Math.floor(app.clock.now().getTime() / 1000);
  return new SignJWT({
    iss: clientId,
    sub: clientId,
    aud: tokenUrl,
    exp: now + 240,
    jti: randomUUID(),
    ...more,
  });
}

const tokenAnswer = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.literal(300),
  scope: z.string(),
});
const errorAnswer = z.strictObject({ error: z.string(), error_description: z.string() });

function ask(assertion: string, given: Record<string, string> = {}, through: TestApp = app) {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'system/Encounter.rs',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    ...given,
  }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return through.send({ method: 'POST', url: '/fhir/token', headers, body });
}

async function tokenFor(assertion: string, scope = 'system/Encounter.rs'): Promise<string> {
  const answer = await ask(assertion, { scope });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  return tokenAnswer.parse(answer.body).access_token;
}

async function assertError(assertion: string, code: string, given: Record<string, string> = {}) {
  const answer = await ask(assertion, given);
  assert.equal(answer.status, code === 'invalid_client' ? 401 : 400, answer.text);
  assert.equal(errorAnswer.parse(answer.body).error, code);
}

async function status(token: string, path: string, through: TestApp = app): Promise<number> {
  return (await through.send({ method: 'GET', url: `/fhir/R4/${path}`, token })).status;
}

test('a system with a public key gets an access token for five minutes, which reads what its scopes allow [API-36]', async () => {
  for (const alg of ['RS384', 'ES384'] as const) {
    const pair = await makePair(alg, 'one');
    const scopes = ['queue:read', 'lines:read'] as const;
    const { clientId } = await makeSystem(JSON.stringify({ keys: [pair.publicKey] }), scopes);
    const assertion = await pair.sign(claimsOf(clientId));
    const answer = await ask(assertion, {
      scope: 'system/Encounter.s system/Patient.rs system/Location.read launch',
    });
    const { access_token: token, scope } = tokenAnswer.parse(answer.body);
    assert.equal(scope, 'system/Encounter.s system/Location.rs');
    assert.equal(await status(token, 'Encounter'), 200);
    assert.equal(await status(token, 'Location'), 200);
    assert.equal(await status(token, `Encounter/${randomUUID()}`), 403, 'searches only');
    assert.equal(await status(token, 'Practitioner'), 403);
    assert.equal(await status(token, 'Patient?phone=1'), 403);
    const elsewhere = await app.send({ method: 'GET', url: '/api/v1/hospital/lines', token });
    assertRefused(elsewhere, 'key_not_valid');
  }
});

test('an assertion counts once, for this address, for five minutes at most, and only with its own key [API-36]', async () => {
  const [pair, other] = [await makePair('ES384', 'one'), await makePair('ES384', 'one')];
  const { clientId } = await makeSystem(JSON.stringify(pair.publicKey));
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const used = await pair.sign(claimsOf(clientId));
  await tokenFor(used);
  await assertError(used, 'invalid_client');
  for (const wrong of [
    { aud: 'http://localhost:3999/fhir/R4' },
    { aud: [tokenUrl] },
    { exp: now + 3600 },
    { exp: now - 60 },
    { exp: undefined },
    { jti: undefined },
    { iss: `a.${randomUUID()}` },
    { sub: 'another' },
  ]) {
    await assertError(await pair.sign(claimsOf(clientId, wrong)), 'invalid_client');
  }
  await assertError(await other.sign(claimsOf(clientId)), 'invalid_client');
  await assertError(await pair.sign(claimsOf(clientId), 'two'), 'invalid_client');
  await assertError('no.assertion.here', 'invalid_client');
  const [, claims, signature] = (await pair.sign(claimsOf(clientId))).split('.');
  await assertError(`garbled.${claims}.${signature}`, 'invalid_client');
  const unsigned = claimsOf(clientId).setProtectedHeader({ alg: 'HS256', kid: 'one' });
  const hmac = await unsigned.sign(Buffer.from(JSON.stringify(pair.publicKey)));
  await assertError(hmac, 'invalid_client');
});

test('the errors of the token endpoint are those of OAuth [API-36]', async () => {
  const pair = await makePair('ES384', 'one');
  const { clientId } = await makeSystem(JSON.stringify(pair.publicKey));
  const sign = () => pair.sign(claimsOf(clientId));
  await assertError(await sign(), 'unsupported_grant_type', { grant_type: 'password' });
  await assertError(await sign(), 'invalid_request', { client_assertion_type: 'x' });
  await assertError(await sign(), 'invalid_scope', { scope: 'system/Patient.rs' });
  await assertError(await sign(), 'invalid_scope', { scope: 'user/Encounter.rs' });
  await assertError(await sign(), 'invalid_scope', { scope: 'system/Encounter.cud' });
});

test('two processes that get the same assertion at the same time issue one token [API-36]', async () => {
  const second = await makeTestApp({ beside: app });
  try {
    const pair = await makePair('ES384', 'one');
    const { clientId } = await makeSystem(JSON.stringify(pair.publicKey));
    const assertion = await pair.sign(claimsOf(clientId));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ask(assertion, {}, n % 2 === 0 ? app : second)),
    );
    assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
  } finally {
    await second.close();
  }
});

test('revoking the key ends its tokens at once in every process, and so does a change of its public keys [API-36]', async () => {
  const second = await makeTestApp({ beside: app });
  try {
    const pair = await makePair('ES384', 'one');
    const publicKeys = JSON.stringify(pair.publicKey);
    const changed = await makeSystem(publicKeys);
    const first = await tokenFor(await pair.sign(claimsOf(changed.clientId)));
    assert.equal(await status(first, 'Encounter', second), 200);
    app.clock.advance(1000);
    const { keyId: id } = changed;
    await get(app, town.admin, 'setKeyClient', { id, body: { publicKeys } });
    const revoked = await makeSystem(publicKeys);
    const token = await tokenFor(await pair.sign(claimsOf(revoked.clientId)));
    assert.equal(await status(token, 'Encounter', second), 200);
    await get(app, town.admin, 'revokeApiKey', { id: revoked.keyId });
    for (const process of [app, second]) {
      assert.equal(await status(first, 'Encounter', process), 401);
      assert.equal(await status(token, 'Encounter', process), 401);
    }
    await assertError(await pair.sign(claimsOf(revoked.clientId)), 'invalid_client');
  } finally {
    await second.close();
  }
});

/** A server that publishes keys, and counts how often they are fetched. */
async function publish(keys: JWK[]) {
  let fetched = 0;
  const server = createServer((_request, answer) => {
    fetched += 1;
    answer.end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server listens at an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/jwks.json`,
    fetched: () => fetched,
    close: () => server.close(),
  };
}

test('a system that publishes its public keys at an address gets a token with them [API-36]', async () => {
  const pair = await makePair('RS384', 'one');
  const published = await publish([pair.publicKey]);
  try {
    const { clientId } = await makeSystem(published.url);
    await tokenFor(await pair.sign(claimsOf(clientId)));
    await tokenFor(await pair.sign(claimsOf(clientId)));
    assert.equal(published.fetched(), 1, 'known keys are kept');
    const jku = pair.sign(claimsOf(clientId), 'unknown');
    await assertError(await jku, 'invalid_client');
  } finally {
    published.close();
  }
});

test('keys with an unknown id are fetched again, at most once a minute [API-36]', async () => {
  const [one, two] = [await makePair('ES384', 'one'), await makePair('ES384', 'two')];
  const keys = [one.publicKey];
  const published = await publish(keys);
  let elapsed = 0;
  const sets = makeKeySets(addressesWith(['127.0.0.1/32']), () => elapsed);
  const ids = async (kid: string) => (await sets.read(published.url, kid)).map((key) => key.kid);
  try {
    assert.deepEqual(await ids('one'), ['one']);
    keys.push(two.publicKey);
    elapsed = 59_999;
    assert.deepEqual(await ids('two'), ['one']);
    elapsed = 60_000;
    assert.deepEqual(await ids('two'), ['one', 'two']);
    elapsed = 119_000;
    await ids('three');
    assert.equal(published.fetched(), 2);
    const strict = makeKeySets(addressesWith([]));
    assert.deepEqual(
      await strict.read(published.url, 'one'),
      [],
      'a private network is not called',
    );
  } finally {
    published.close();
  }
});

test('a private key, a weak key and an address in a private network are refused, and the trail and a mail tell of a change [API-36, SEC-13, SEC-15]', async () => {
  const { apiKey } = await get(app, town.admin, 'makeApiKey', {
    body: { name: 'HIS bridge', scopes: ['queue:read'] },
  });
  const { id } = apiKey;
  const set = (publicKeys: string) =>
    call(app, town.admin, 'setKeyClient', { id, body: { publicKeys } });
  const { publicKey, privateKey } = await generateKeyPair('ES384', { extractable: true });
  const secret = { ...(await exportJWK(privateKey)), kid: 'one' };
  const named = { ...(await exportJWK(publicKey)), kid: 'one' };
  for (const wrong of [
    JSON.stringify(secret),
    JSON.stringify({ ...named, kid: undefined }),
    JSON.stringify({ kty: 'RSA', kid: 'x', e: 'AQAB', n: 'x'.repeat(171) }),
    '{"keys":[]}',
    'hello',
  ]) {
    assertRefused(await set(wrong), 'public_key_refused');
  }
  assertRefused(await set('https://10.0.0.1/jwks.json'), 'webhook_address_refused');
  const saved = await set(JSON.stringify(named));
  assert.equal(saved.status, 200, saved.text);
  const { keys } = await get(app, town.admin, 'listApiKeys');
  const client = keys.find((each) => each.id === id)?.client;
  assert.deepEqual(client, { id: `a.${id}`, url: null, keyIds: ['one'] });
  const query = { action: 'set public keys of API key' } as const;
  const { entries } = await get(app, town.admin, 'listAudit', { query });
  assert.equal(entries[0]?.person.id, town.admin.userId);
  const mails = await mailsTo(app.db, town.admin.email);
  assert.ok(mails.some(({ subject }) => subject === 'The public keys of an API key were changed'));
  await set('');
  assert.equal(
    (await get(app, town.admin, 'listApiKeys')).keys.find((each) => each.id === id)?.client,
    null,
  );
  assertRefused(
    await call(app, town.otherAdmin, 'setKeyClient', { id, body: { publicKeys: '' } }),
    'not_found',
  );
});

test('the SMART configuration names the token endpoint and the scopes, and the capability statement says so too [API-36]', async () => {
  const url = '/fhir/R4/.well-known/smart-configuration';
  const answer = await app.send({ method: 'GET', url });
  const configuration = z.looseObject({
    token_endpoint: z.string(),
    scopes_supported: z.array(z.string()),
    token_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
  });
  const read = configuration.parse(answer.body);
  assert.equal(read.token_endpoint, tokenUrl);
  assert.ok(read.scopes_supported.includes('system/Encounter.rs'));
  assert.deepEqual(read.token_endpoint_auth_signing_alg_values_supported, ['RS384', 'ES384']);
  const { text } = await app.send({ method: 'GET', url: '/fhir/R4/metadata' });
  assert.ok(text.includes(tokenUrl) && text.includes('SMART-on-FHIR'));
});

test("scopes of writes, other people and types without the key's scope are left out [API-36, API-42]", () => {
  const types = { Encounter: 'queue:read', Patient: 'patients:read' } as const;
  const granted = (asked: string, scopes: readonly Scope[]) =>
    scopeText(grantedScopes(asked, scopes, types));
  assert.equal(granted('system/*.rs', ['queue:read']), 'system/Encounter.rs');
  assert.equal(
    granted('system/Encounter.r system/Encounter.s', ['queue:read']),
    'system/Encounter.rs',
  );
  assert.equal(
    granted('system/*.read', ['queue:read', 'patients:read']),
    'system/Encounter.rs system/Patient.rs',
  );
  assert.equal(granted('patient/Encounter.rs system/Encounter.cruds', ['queue:read']), '');
  const subscribing = (asked: string) =>
    scopeText(grantedScopes(asked, ['events:read'], { Subscription: 'events:read' }));
  assert.equal(subscribing('system/Subscription.crd'), 'system/Subscription.crd');
  assert.equal(subscribing('system/Subscription.rs system/*.u'), 'system/Subscription.rs');
  assert.equal(subscribing('system/*.*'), 'system/Subscription.crds');
});

test('a token ends after five minutes, and used assertions are deleted then [API-36]', async () => {
  const pair = await makePair('ES384', 'one');
  const { clientId } = await makeSystem(JSON.stringify(pair.publicKey));
  const token = await tokenFor(await pair.sign(claimsOf(clientId)));
  app.clock.advance(299_000);
  assert.equal(await status(token, 'Encounter'), 200);
  app.clock.advance(2000);
  assert.equal(await status(token, 'Encounter'), 401);
  await deleteOldAssertions(app.db, app.clock.now());
  const { count } = await app.db.one<{ count: number }>(sql`
    select count(*)::int as count from used_assertion`);
  assert.equal(count, 0);
});
