import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertRefused, makeTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;

before(async () => {
  app = await makeTestApp({ isListening: true, rateLimit: true });
});
after(() => app.close());

test('a browser that opens an API answer as a page cannot load, run or embed anything from it, and never caches it [SEC-4]', async () => {
  const { headers } = await app.send({ method: 'GET', url: '/api/hospitals' });
  assert.equal(
    headers.get('content-security-policy'),
    "default-src 'none'; frame-ancestors 'none'",
  );
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('cache-control'), 'no-store');
});

test('no page of Baari may use a style attribute, a style element or an inline script [SEC-12]', async () => {
  const { headers } = await app.send({ method: 'GET', url: '/api/docs' });
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /style-src 'self'/u);
  assert.doesNotMatch(policy, /unsafe/u);
});

test('the API page may use its own style and nothing from other sites [SEC-4]', async () => {
  const { headers } = await app.send({ method: 'GET', url: '/api/docs' });
  assert.match(headers.get('content-security-policy') ?? '', /style-src 'self'/u);
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/u);
});

test('a browser connected by https gets the instruction to use only https, and pages of other sites may not read Baari’s answers [SEC-12]', async () => {
  const settings = { PUBLIC_URL: 'https://baari.example' };
  const secure = await makeTestApp({ beside: app, settings });
  const headers = { origin: 'https://evil.example' };
  for (const url of ['/api/hospitals', '/robots.txt', '/nowhere']) {
    const answer = await secure.send({ method: 'GET', url, headers });
    assert.equal(answer.headers.get('strict-transport-security'), 'max-age=31536000', url);
    assert.equal(answer.headers.get('access-control-allow-origin'), null, url);
  }
  await secure.close();
  const plain = await app.send({ method: 'GET', url: '/api/hospitals' });
  assert.equal(plain.headers.get('strict-transport-security'), null);
});

test('no page of another site may embed an API answer, a page or a part of a page of Baari [SEC-4]', async () => {
  for (const url of ['/api/hospitals', '/api/health', '/api/docs', '/robots.txt', '/nowhere']) {
    const { headers } = await app.send({ method: 'GET', url });
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', url);
  }
});

test('a long answer is compressed for clients that accept it, with the same content', async () => {
  const answers = await Promise.all(
    ['br', 'identity'].map((encoding) =>
      fetch(`${app.origin()}/api/openapi.json`, { headers: { 'accept-encoding': encoding } }),
    ),
  );
  const [packed, plain] = answers;
  assert.ok(packed !== undefined && plain !== undefined);
  assert.equal(packed.headers.get('content-encoding'), 'br');
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.equal(plain.headers.get('vary'), 'accept-encoding');
  assert.deepEqual(await packed.json(), await plain.json());
});

test('a short answer is not compressed', async () => {
  const answer = await fetch(`${app.origin()}/api/site`, { headers: { 'accept-encoding': 'br' } });
  assert.equal(answer.headers.get('content-encoding'), null);
});

test('an overloaded process refuses requests, and serves again after recovering [KEEP-5]', async (t) => {
  // An application of its own, because a slow machine could make it refuse the other tests too.
  const busy = await makeTestApp({ beside: app, isListening: true, shedsAfterMs: 1000 });
  t.after(() => busy.close());
  for (let turn = 0; turn < 3; turn += 1) {
    const busyUntil = performance.now() + 1500;
    while (performance.now() < busyUntil);
    await sleep(1);
  }
  const ask = () => busy.send({ method: 'GET', url: '/api/hospitals' });
  const refused = await ask();
  assertRefused(refused, 'overloaded');
  assert.equal(refused.headers.get('retry-after'), '2');
  for (const url of ['/api/health', '/api/ready']) {
    const own = await busy.send({ method: 'GET', url });
    assert.equal(own.status, 200, `${url} reports the server's health even under load`);
  }
  // A browser opens the link of a mail, so it asks for HTML.
  const opened = await busy.send({
    method: 'GET',
    url: '/api/identity/verify-email?token=x',
    headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': 'hi' },
  });
  assert.equal(opened.status, 503);
  assert.match(opened.headers.get('content-type') ?? '', /^text\/html/u);
  assert.match(opened.headers.get('retry-after') ?? '', /^\d+$/u);
  assert.match(opened.text, /<html lang="hi".*<h1>बारी अभी बहुत व्यस्त है/su);
  const page = await busy.send({ method: 'GET', url: '/robots.txt' });
  assert.equal(page.status, 200, 'pages are served and show the refusal themselves');
  const deadline = Date.now() + 30_000;
  while ((await ask()).status !== 200) {
    assert.ok(Date.now() < deadline, 'it serves again');
    await sleep(50);
  }
});

test('if a client disconnects while sending a request, the server logs no error', async () => {
  const { port } = new URL(app.origin());
  const before = app.logged.length;
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    'POST /api/identity/sign-in/email HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"email":',
  );
  await sleep(200);
  socket.destroy();
  const deadline = Date.now() + 10_000;
  const since = () => app.logged.slice(before);
  while (!since().some((line) => line.includes('caller aborted'))) {
    assert.ok(Date.now() < deadline, since().join(''));
    await sleep(20);
  }
  assert.deepEqual(
    since().filter((line) => /"level":[45]0/u.test(line)),
    [],
  );
});
