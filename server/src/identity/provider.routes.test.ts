import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import Fastify from 'fastify';
import type pg from 'pg';
import {
  type IdentityTestApp,
  makeIdentityTestApp,
  makeRecordingLog,
  publicUrl,
  secret,
  signUp,
} from '../testing/identity-app.ts';
import { openIdentity } from './identity.ts';
import { mountIdentityProvider } from './provider.routes.ts';

let world: IdentityTestApp;
before(async () => {
  world = await makeIdentityTestApp();
});
after(() => world.close());

/** The identity library's routes that clients may call. */
const open = [
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /send-verification-email',
  'GET /verify-email',
  'POST /sign-out',
  'GET /get-session',
  'GET /token',
  'POST /request-password-reset',
  'POST /reset-password',
  'POST /phone-number/send-otp',
  'POST /phone-number/verify',
  'POST /sign-in/social',
  'GET /passkey/generate-register-options',
  'POST /passkey/verify-registration',
  'GET /passkey/generate-authenticate-options',
  'POST /passkey/verify-authentication',
  'GET /passkey/list-user-passkeys',
  'POST /passkey/delete-passkey',
  'POST /two-factor/enable',
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
  'POST /two-factor/disable',
  'POST /two-factor/generate-backup-codes',
];

test('only the listed web addresses of the sign-in library answer, and all its other addresses return 404 [security]', async () => {
  const { browser } = await signUp(world.app);
  const endpoints = Object.values((await world.identity.parts.passkeyProvider()).api);
  const calls = new Set<string>();
  for (const endpoint of endpoints) {
    const { path, options } = endpoint as {
      path?: string;
      options: { method?: string | string[] };
    };
    if (path === undefined) continue;
    for (const method of [options.method ?? []].flat()) calls.add(`${method} ${path}`);
  }
  assert.ok(calls.size > 25, `${calls.size} calls found`);
  for (const call of open) assert.ok(calls.has(call), call);
  for (const call of calls) {
    if (open.includes(call)) continue;
    const [method, path = ''] = call.split(' ');
    const url = path.replaceAll(/:\w+/gu, 'x');
    const answer = method === 'GET' ? await browser.get(url) : await browser.post(url, {});
    assert.equal(answer.statusCode, 404, call);
  }
});

test('a blocked web address of the sign-in library cannot be reached by any other spelling', async () => {
  const { browser } = await signUp(world.app);
  const paths = ['/list-sessions', '//list-sessions', '/./list-sessions', '/%6cist-sessions'];
  for (const path of [...paths, '/token/../list-sessions', '/list-sessions/', '/LIST-SESSIONS']) {
    const answer = await browser.get(path);
    assert.equal(answer.statusCode, 404, path);
  }
});

test('while the database is down a signed-in user’s request gets status 503, and no answer says that the session has ended', async () => {
  const road = await openCuttableRoad(world.connection);
  const identity = openIdentity({
    connection: { ...world.connection, host: '127.0.0.1', port: road.port },
    database: world.db,
    clock: world.clock,
    log: makeRecordingLog([]),
    publicUrl,
    secrets: [secret],
    rateLimit: true,
  });
  const app = Fastify();
  mountIdentityProvider(app, identity.parts);
  const { browser } = await signUp(app);
  assert.equal((await browser.get('/token')).statusCode, 200);
  road.cut();
  for (const path of ['/token', '/get-session', '/token']) {
    const answer = await browser.get(path);
    assert.equal(answer.statusCode, 503, path);
    assert.equal(answer.json<{ code: string }>().code, 'unavailable');
    assert.equal(answer.headers['retry-after'], '5');
    assert.deepEqual(answer.cookies, [], 'the session cookie is kept');
  }
  await road.mend();
  assert.equal((await browser.get('/token')).statusCode, 200, 'all is well afterwards');
  await app.close();
  await identity.close();
  road.cut();
});

interface Road {
  readonly port: number;
  readonly cut: () => void;
  readonly mend: () => Promise<void>;
}

/** Starts a proxy to the database. The test can cut the proxy's connection. */
async function openCuttableRoad({ host = '', port = 0 }: pg.ClientConfig): Promise<Road> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = host.startsWith('/')
      ? connect({ path: `${host}/.s.PGSQL.${port}` })
      : connect({ host, port });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    near.pipe(far).pipe(near);
  });
  const listen = (at: number) =>
    new Promise<void>((resolve) => {
      server.listen(at, '127.0.0.1', resolve);
    });
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return {
    port: address.port,
    cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    mend: () => listen(address.port),
  };
}
