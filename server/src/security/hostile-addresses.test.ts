/**
 * Tests malformed URLs: escaped, doubled, with parent folders, and truncated. No such URL may cause
 * a server error.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { type EndpointName, endpoints } from '@baari/contract/endpoints.ts';
import { problem } from '@baari/contract/refusals.ts';
import fc from 'fast-check';
import { makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTestPages } from '../testing/test-pages.ts';

const opened = new AsyncDisposableStack();
let app: TestApp;
before(async () => {
  const paths = ['/', '/login', '/patient/hospital/:hospitalId'];
  const { folder } = opened.use(await makeTestPages(paths.map((path) => ({ path, asks: [] }))));
  app = await makeTestApp({ isListening: true, webFolder: folder });
  opened.defer(() => app.close());
});
after(() => opened.disposeAsync());

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Sends a request with the URL unchanged; a client library would normalise the URL. */
async function ask(method: string, address: string): Promise<Answer> {
  const { hostname, port } = new URL(app.origin());
  const socket = connect({ host: hostname, port: Number(port) });
  let heard = '';
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    heard += text;
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const head = `${method} ${address} HTTP/1.1\r\nhost: baari.test\r\naccept: text/html\r\n`;
  socket.write(`${head}connection: close\r\n\r\n`, 'latin1');
  await closed;
  const [first = '', body = ''] = heard.split('\r\n\r\n');
  const type = /^content-type: (.*)$/imu.exec(first)?.[1] ?? '';
  return { status: Number(first.split(' ')[1]), type, body };
}

test('a page and its files can be opened at their web addresses', async () => {
  assert.equal((await ask('GET', '/login')).status, 200);
  assert.equal((await ask('GET', '/assets/app-1234.js')).status, 200);
});

/** URLs that once caused a server error, or that resemble such a URL. */
const known = [
  '/%00',
  '//x/%2f..',
  '//',
  '///',
  '//login',
  '/..',
  '/../',
  '/./login',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%00',
  '/assets//app-1234.js',
  '/assets/app-1234.js%00.html',
  '/assets/%5c..%5c',
  '/dev/%00',
  '/%c0%af',
  '/%ff',
  '/%zz',
  '/%',
  '/login%00',
  'http://evil.example/%00',
  '//evil.example/%2f..',
];

test('an impossible web address is not found, and a browser gets a page that says “not found” [ROUTE-29]', async () => {
  for (const address of known) {
    const { status, type, body } = await ask('GET', address);
    assert.ok(status === 404 || status === 400, `${address}: ${status}`);
    if (type.startsWith('application/json')) problem.parse(JSON.parse(body));
    else assert.match(type, /^text\/html/u, address);
    assert.ok(!body.includes('evil') && !body.includes('passwd'), `${address} is quoted`);
  }
});

test('an impossible web address under /api is refused with an error in the API’s usual format [ERR-1]', async () => {
  for (const address of known) {
    if (address.startsWith('http')) continue;
    const { status, body } = await ask('GET', `/api${address}`);
    assert.ok(status === 404 || status === 400, `/api${address}: ${status}`);
    problem.parse(JSON.parse(body));
  }
});

const names = Object.keys(endpoints) as EndpointName[];
const routes = [
  ...names.map((name) => `/api${endpoints[name].path}`),
  '/',
  '/login',
  '/patient/hospital/',
  '/assets/',
  '/t/',
  '/s/',
  '/feeds/',
  '/dev/',
  '/api/',
  '/api/identity/',
];
const part = fc.constantFrom(
  '%00',
  '..',
  '.',
  '%2e%2e',
  '%2f',
  '%5c',
  '\\',
  '%',
  '%zz',
  '%ff',
  '%c0%af',
  '%E0%A4',
  '*',
  ':id',
  ':',
  ';',
  '?',
  '#',
  '&',
  '=',
  '~',
  '@',
  '+',
  '%20',
  '%0d%0a',
  '%u0041',
  'con',
  'aux',
  '__proto__',
  'constructor',
  'toString',
  '[',
  '{{',
  '|',
  '<',
  '"',
  "'",
  '$',
  '`',
  '\u00e9',
  'login',
  'index.html',
  'assets',
  'api',
  'x'.repeat(250),
  '0',
  '-1',
  '1e999',
  'null',
  '',
);
const hostile = fc
  .tuple(
    fc.constantFrom(...routes),
    fc.array(fc.tuple(fc.constantFrom('/', '//', ''), part), { minLength: 1, maxLength: 6 }),
  )
  .map(([route, parts]) => route + parts.map((pieces) => pieces.join('')).join(''));

test('no web address causes a server error, whatever the request method [ERR-1, SEC-10] @long', async () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...methods), hostile, async (method, address) => {
      const { status } = await ask(method, address);
      assert.ok(status >= 200 && status < 500, `${status}: ${method} ${address}`);
    }),
    { numRuns: Number(process.env['BAARI_ATTACK'] ?? 400) },
  );
});
