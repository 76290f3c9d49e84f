/** Tests headers that no browser sends: too long, too many, slow to parse, or nonsense. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { ticketPath } from '@baari/contract/visit/arrival.ts';
import { problem } from '@baari/contract/refusals.ts';
import fc from 'fast-check';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenReport } from '../testing/test-bodies.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let person: TestPerson;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  person = await makePerson(app);
});
after(() => app.close());

/** Sends a raw request head; returns the status and the body of the response. */
async function ask(
  lines: readonly string[],
  hosts: readonly string[] = ['host: baari.test'],
): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(app.origin());
  const socket = connect({ host: hostname, port: Number(port) });
  let heard = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    heard += text;
  });
  // The error is ignored: the server refuses a request that is too long while it is still being
  // sent.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`${[...lines, ...hosts, 'connection: close'].join('\r\n')}\r\n\r\n`);
  await closed;
  const [head = '', body = ''] = heard.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body };
}

/**
 * The URL paths to test: pages, public and private endpoints, and routes that read Accept-Language.
 */
const addresses = [
  'GET / HTTP/1.1',
  'GET /login HTTP/1.1',
  'GET /api/hospitals HTTP/1.1',
  'GET /api/queues/own HTTP/1.1',
  'GET /api/identity/get-session HTTP/1.1',
  `GET ${ticketPath}${'x'.repeat(32)} HTTP/1.1`,
  'POST /api/identity/sign-out HTTP/1.1',
];

test('a request with more than 8 KB of headers gets status 431 at every web address, in the API’s usual error format [SEC-10, SEC-16]', async () => {
  const long = ['accept-language', 'x-file-name', 'cookie', 'authorization', 'x-anything'];
  for (const address of addresses) {
    for (const name of long) {
      const { status, body } = await ask([address, `${name}: ${'a '.repeat(7500)}`]);
      assert.equal(status, 431, `${address} ${name}`);
      assert.equal(problem.parse(JSON.parse(body)).code, 'headers_too_large');
    }
  }
  const { status } = await ask([`GET /api/hospitals?search=${'a'.repeat(9000)} HTTP/1.1`]);
  assert.equal(status, 431, 'an address counts like a header');
});

test('a request with a hundred headers is accepted, and a request with one more gets status 431 [SEC-10]', async () => {
  // Every request already has two headers.
  const some = (count: number) => Array.from({ length: count }, (_, index) => `x-${index}: a`);
  for (const address of addresses) {
    const most = await ask([address, ...some(98)]);
    assert.ok(most.status < 500 && most.status !== 431, `${address}: ${most.status}`);
    for (const count of [99, 800]) {
      const { status, body } = await ask([address, ...some(count)]);
      assert.equal(status, 431, `${address} ${count}`);
      assert.equal(problem.parse(JSON.parse(body)).code, 'headers_too_large');
    }
  }
});

test('if the Accept-Language header has a value that no browser sends, the page is served in English [SEC-16]', async () => {
  const parts = [' ', ',', ';', ' ; q = ', ';q=', '-', 'a-', '"', '\\', 'hi;q=0,', '\t'];
  for (const part of parts) {
    const header = part.repeat(Math.floor(7000 / part.length));
    const { status, body } = await ask([
      `GET ${ticketPath}${'x'.repeat(32)} HTTP/1.1`,
      `accept-language: x${header}x`,
    ]);
    assert.equal(status, 404, JSON.stringify(part));
    assert.match(body, /<html lang="en"/u, JSON.stringify(part));
  }
});

test('an uploaded file’s name may be as long as file systems allow, and a longer name is refused before the file is read [SEC-11, SEC-16]', async () => {
  await get(app, person, 'requestPlace', { body: { doctorId: town.doctorId } });
  const { report } = await get(app, town.receptionist, 'createReport', {
    body: givenReport(person.userId, town.doctorId),
  });
  const longest = encodeURIComponent('जा'.repeat(127));
  assert.ok(longest.length < 255 * 9 && longest.length > 2000);
  const send = (name: string) =>
    call(app, town.receptionist, 'uploadReportFile', {
      id: report.id,
      headers: { 'content-type': 'application/pdf', 'x-file-name': name },
      body: 'no pdf',
    });
  assertRefused(await send(longest), 'file_type_refused');
  assertRefused(await send(`${longest}${'.a'.repeat(200)}`), 'invalid_request');
  // A file name with many extensions once took quadratic time to check.
  assertRefused(await send(`${'.a'.repeat(1100)}-`), 'file_type_refused');
});

test('requests that the network layer would refuse without a message get an error in the API’s usual format [ERR-1]', async () => {
  for (const address of addresses) {
    const asked = await ask([address]);
    const expecting = await ask([address, 'expect: the unexpected']);
    assert.equal(expecting.status, asked.status, address);
    for (const hosts of [[], ['host: baari.test', 'host: elsewhere.test']]) {
      const { status, body } = await ask([address], hosts);
      assert.equal(status, 400, `${address} ${hosts.join()}`);
      assert.equal(problem.parse(JSON.parse(body)).code, 'invalid_request');
    }
  }
  assert.equal((await ask(['GET /api/health HTTP/1.0'], [])).status, 200, 'it knew no hosts');
});

test('an invalid session cookie is treated as no session at every web address [SEC-6, ERR-1] @long', async () => {
  // PostgreSQL texts cannot hold NUL, and half a surrogate pair turns into another letter.
  for (const odd of ['%00', 'a%00b', '%ED%A0%80', '%', '%E0%A4%A', '%F0%9F%A7%91']) {
    for (const header of [
      `cookie: baari.session_token=${odd}.c2lnbmVk`,
      `cookie: baari_left=1; baari.session_token=${odd}.c2lnbmVk`,
      `authorization: Bearer ${odd}.c2lnbmVk`,
    ]) {
      for (const address of addresses) {
        const { status } = await ask([address, header]);
        assert.ok(status >= 200 && status < 500, `${status}: ${address}\n${header}`);
      }
      const { body } = await ask(['GET /api/identity/get-session HTTP/1.1', header]);
      assert.ok(body.endsWith('null'), `${header}\n${body}`);
    }
  }
});

const readHeaders = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'expect',
  'idempotency-key',
  'if-none-match',
  'if-modified-since',
  'last-event-id',
  'origin',
  'range',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-site',
  'transfer-encoding',
  'user-agent',
  'x-file-name',
  'x-forwarded-for',
];

test('no header causes a server error [SEC-10, SEC-16]', async () => {
  const nonsense = fc.string({
    unit: fc.constantFrom(...' \t,;=:"\\/%.-_~*?&[]{}()<>@!$0aZq\u00e9\u00ff'.split('')),
    maxLength: 200,
  });
  const runs = Number(process.env['BAARI_ATTACK'] ?? 60);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...addresses, 'GET /api/queues/realtime/events HTTP/1.1'),
      fc.array(fc.tuple(fc.constantFrom(...readHeaders), nonsense), { maxLength: 8 }),
      async (address, headers) => {
        const lines = headers.map(([name, value]) => `${name}: ${value}`);
        const { status } = await ask([address, ...lines]);
        assert.ok(status >= 200 && status < 500, `${status}: ${address}\n${lines.join('\n')}`);
      },
    ),
    { numRuns: runs },
  );
});
