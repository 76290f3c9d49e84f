/** Tests forged answers of an identity provider, and a provider that does not answer [SEC-9]. */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { SignJWT, UnsecuredJWT } from 'jose';
import sql from 'sql-template-tag';
import {
  type Browser,
  type IdentityTestApp,
  makeIdentityTestApp,
  openBrowser,
  signUp,
  codeOf,
} from '../testing/identity-app.ts';

const clientId = 'baari-test';
type Claims = Record<string, unknown>;
type Answers = Record<string, (response: ServerResponse, nonce: string) => Promise<void> | void>;

const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

/**
 * Starts a fake identity provider. Each test sets its answers, because no real provider would forge
 * them.
 */
async function startForger() {
  let issuer = '';
  let nonce = '';
  let answers: Answers = {};
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    asked.push(pathname);
    const own = answers[pathname];
    if (own !== undefined) {
      void own(response, nonce);
      return;
    }
    if (pathname === '/jwks') {
      const jwk = {
        ...key.publicKey.export({ format: 'jwk' }),
        kid: 'own',
        alg: 'RS256',
        use: 'sig',
      };
      json(response, { keys: [jwk] });
      return;
    }
    json(response, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  issuer = `http://127.0.0.1:${address.port}`;
  return {
    issuer,
    asked,
    client: {
      clientId,
      clientSecret: 'a secret',
      discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    },
    answer: (given: Answers) => {
      answers = given;
    },
    /**
     * Simulates the browser's visit to the identity provider. Returns the address to which the
     * provider redirects.
     */
    visited(url: string): string {
      const sent = new URL(url).searchParams;
      nonce = sent.get('nonce') ?? '';
      return `/callback/google?code=given&state=${sent.get('state')}&iss=${encodeURIComponent(issuer)}`;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function json(response: ServerResponse, body: object): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}

type Forger = Awaited<ReturnType<typeof startForger>>;
let forger: Forger;
let world: IdentityTestApp;
before(async () => {
  forger = await startForger();
  world = await makeIdentityTestApp({ google: forger.client });
});
after(async () => {
  await world.close();
  forger.close();
});

let people = 0;
function claimsOf(nonce: string, more: Claims = {}): Claims {
  people += 1;
  const now = Math.floor(Date.now() / 1000);
  const email = `forged-${people}@example.org`;
  const person = { sub: `forged-${people}`, email, email_verified: true, name: 'Meera Iyer' };
  return { iss: forger.issuer, aud: clientId, iat: now, exp: now + 60, nonce, ...person, ...more };
}

function signed(claims: Claims, by: KeyObject = key.privateKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(by);
}

function answersToken(make: (nonce: string) => Promise<string> | string | undefined): Answers {
  return {
    '/token': async (response, nonce) => {
      const token = await make(nonce);
      json(response, {
        access_token: 'opaque',
        token_type: 'Bearer',
        ...(token === undefined ? {} : { id_token: token }),
      });
    },
  };
}

async function signIn(browser: Browser): Promise<string> {
  const answer = await browser.post('/sign-in/social', { provider: 'google' });
  assert.equal(answer.statusCode, 200, answer.body);
  const ended = await browser.get(forger.visited(answer.json<{ url: string }>().url));
  assert.equal(ended.statusCode, 302, ended.body);
  return String(ended.headers.location);
}

const forged: Readonly<Record<string, (nonce: string) => Promise<string> | string>> = {
  'for another client': (nonce) => signed(claimsOf(nonce, { aud: 'another' })),
  'of another issuer': (nonce) => signed(claimsOf(nonce, { iss: 'https://elsewhere.example' })),
  'that has expired': (nonce) =>
    signed(claimsOf(nonce, { exp: Math.floor(Date.now() / 1000) - 120 })),
  'that never expires': (nonce) => signed(claimsOf(nonce, { exp: undefined })),
  'of another visit': () => signed(claimsOf('another')),
  'of no visit': () => signed(claimsOf('', { nonce: undefined })),
  'signed by nobody': (nonce) => new UnsecuredJWT(claimsOf(nonce)).encode(),
  'signed by another key': (nonce) => signed(claimsOf(nonce), stranger.privateKey),
  'signed with the public key as a secret': (nonce) => hmacSigned(claimsOf(nonce)),
  'that is no token': () => 'a.b.c',
};

function hmacSigned(claims: Claims): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', kid: 'own' })}.${part(claims)}`;
  const secret = key.publicKey.export({ format: 'pem', type: 'spki' });
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

for (const [what, make] of Object.entries(forged)) {
  test(`an identity token ${what} signs nobody in and creates no account [SEC-9]`, async () => {
    forger.answer(answersToken(make));
    const browser = openBrowser(world.app);
    assert.equal(await signIn(browser), '/signed-in?error=provider_failed');
    assert.equal((await browser.get('/get-session')).body, 'null');
    const made = await world.db.many(
      sql`select 1 from identity.account where account_id like 'forged-%'`,
    );
    assert.equal(made.length, 0);
  });
}

test('a provider’s answer without an identity token signs nobody in [SEC-9]', async () => {
  const { '/token': token } = answersToken(() => undefined);
  forger.answer({
    ...(token === undefined ? {} : { '/token': token }),
    '/userinfo': (response) => json(response, claimsOf('')),
  });
  const browser = openBrowser(world.app);
  assert.equal(await signIn(browser), '/signed-in?error=provider_failed');
  assert.equal((await browser.get('/get-session')).body, 'null');
});

test('a valid identity token from a sign-in provider signs its person in', async () => {
  forger.answer(answersToken((nonce) => signed(claimsOf(nonce))));
  const browser = openBrowser(world.app);
  assert.equal(await signIn(browser), '/signed-in');
});

test('data that the provider sends beside the token cannot sign in another person [SEC-9]', async () => {
  forger.answer({
    ...answersToken((nonce) =>
      signed(claimsOf(nonce, { email: undefined, email_verified: undefined })),
    ),
    '/userinfo': (response) => json(response, claimsOf('', { sub: 'another' })),
  });
  assert.equal(await signIn(openBrowser(world.app)), '/signed-in?error=provider_failed');
});

test('when two tabs sign in at the same time the later one succeeds, and neither signs the other out', async () => {
  forger.answer(answersToken((nonce) => signed(claimsOf(nonce))));
  const browser = openBrowser(world.app);
  const { url: first } = (
    await browser.post('/sign-in/social', { provider: 'google' })
  ).json<Sent>();
  const { url: second } = (
    await browser.post('/sign-in/social', { provider: 'google' })
  ).json<Sent>();
  assert.equal((await browser.get(forger.visited(second))).headers.location, '/signed-in');
  const user = await userOf(browser);
  assert.notEqual(user, undefined);
  await browser.get(forger.visited(first));
  assert.equal((await userOf(browser))?.email, user?.email);
});

test('a name from a sign-in provider is changed to the format that Baari’s own pages require [SEC-9]', async () => {
  for (const [name, kept] of [
    ['E\u0301lodie \u202Egnp', 'Élodie gnp'],
    ['A'.repeat(100_000), 'A'.repeat(120)],
    [`${'A'.repeat(119)}😀`, 'A'.repeat(119)],
    ['Meera\r\n\u0000Iyer', 'Meera Iyer'],
    ['\u200b \u2800', ''],
    [7, ''],
  ] as const) {
    forger.answer(answersToken((nonce) => signed(claimsOf(nonce, { name }))));
    const browser = openBrowser(world.app);
    assert.equal(await signIn(browser), '/signed-in');
    assert.equal((await userOf(browser))?.name, kept);
  }
});

test('an invalid email address from the identity provider creates no account, not even one with a similar address [SEC-9]', async () => {
  const { email: victim, userId } = await signUp(world.app);
  await world.db.run(sql`update identity."user" set email_verified = true where id = ${userId}`);
  const addresses = [` ${victim}`, `${victim}\u0000`, 'no address', 'a@b@example.org', 7, [victim]];
  for (const email of [...addresses, `${'x'.repeat(400)}@example.org`]) {
    forger.answer(answersToken((nonce) => signed(claimsOf(nonce, { email }))));
    const browser = openBrowser(world.app);
    assert.equal(await signIn(browser), '/signed-in?error=provider_failed', String(email));
    assert.equal(await userOf(browser), undefined);
  }
});

test('if the settings of a sign-in provider cannot be loaded, other ways to sign up work, and this provider works once it can be reached [LOGIN-2]', async (t) => {
  const silent = await startForger();
  t.after(() => silent.close());
  silent.answer({ '/.well-known/openid-configuration': () => undefined });
  const beside = await makeIdentityTestApp({ google: silent.client, beside: world });
  t.after(() => beside.close());
  const { browser } = await signUp(beside.app);
  assert.equal((await browser.get('/token')).statusCode, 200);
  assert.deepEqual(silent.asked, []);
  silent.answer({
    '/.well-known/openid-configuration': (response) => void response.writeHead(503).end(),
  });
  const refused = await browser.post('/sign-in/social', { provider: 'google' });
  assert.equal(codeOf(refused), 'provider_failed');
  silent.answer({});
  assert.equal((await browser.post('/sign-in/social', { provider: 'google' })).statusCode, 200);
});

for (const silent of ['/token', '/userinfo']) {
  test(`an identity provider that stops answering at ${silent} fails after ten seconds and not after minutes`, async (t) => {
    const isAsked = Promise.withResolvers<void>();
    const claims = { email: undefined, email_verified: undefined };
    forger.answer({
      ...answersToken((nonce) => signed(claimsOf(nonce, claims))),
      [silent]: () => isAsked.resolve(),
    });
    const browser = openBrowser(world.app);
    const { url } = (await browser.post('/sign-in/social', { provider: 'google' })).json<Sent>();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const ended = browser.get(forger.visited(url));
    await isAsked.promise;
    t.mock.timers.tick(10_000);
    assert.equal((await ended).headers.location, '/signed-in?error=provider_failed');
  });
}

interface Sent {
  readonly url: string;
}

async function userOf(browser: Browser) {
  const session = (await browser.get('/get-session')).json<{
    user: { name: string; email: string };
  } | null>();
  return session?.user;
}
