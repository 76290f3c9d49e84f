/**
 * Tests clients that hold connections open: with half a request, without a request, or with a
 * response that they do not read.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { problem } from '@baari/contract/refusals.ts';
import { get, makeTestApp, type TestApp, type TestAppOptions } from '../testing/test-app.ts';
import { makePerson, makeTown } from '../testing/test-people.ts';
import { openStream } from '../testing/test-stream.ts';

/**
 * How many connections the attack opens: as many as a small attacker would. `BAARI_ATTACK=4000` is a larger test.
 */
const many = Number(process.env['BAARI_ATTACK'] ?? 200);

interface Client {
  readonly socket: Socket;
  /** The text that the client has received so far. */
  readonly heard: () => string;
  /** Resolves with the received text once either side has closed the connection. */
  readonly closed: Promise<string>;
}

/** Opens a connection from an address of this machine, sends this text and then nothing more. */
async function openIdle(app: TestApp, sent: string, from = '127.0.0.1'): Promise<Client> {
  const { hostname, port } = new URL(app.origin());
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  let heard = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    heard += text;
  });
  // The error is ignored: the server may close a refused connection while the test writes.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(heard));
  });
  await once(socket, 'connect');
  socket.write(sent);
  return { socket, heard: () => heard, closed };
}

function assertRefusedWith(heard: string, status: number, code: string): void {
  const [head = '', body = ''] = heard.split('\r\n\r\n');
  assert.match(head, new RegExp(`^HTTP/1.1 ${status} `, 'u'), heard);
  assert.match(head, /^connection: close$/imu);
  assert.match(head, /^cache-control: no-store$/imu);
  assert.equal(problem.parse(JSON.parse(body)).code, code);
}

function openConnections(app: TestApp): Promise<number> {
  return new Promise((resolve, failed) => {
    app.app.http.server.getConnections((error, count) => (error ? failed(error) : resolve(count)));
  });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, 'it did not happen in time');
    await sleep(20);
  }
}

const head = 'POST /api/identity/sign-in/email HTTP/1.1\r\nhost: baari.test\r\n';
const json = 'content-type: application/json\r\n';

describe('requests that do not arrive', () => {
  let app: TestApp;
  before(async () => {
    app = await makeTestApp({
      isListening: true,
      limits: {
        headWithinMs: 300,
        bodyWithinMs: 300,
        keptForMs: 300,
        silentMs: 1000,
        checkEveryMs: 50,
      },
    });
  });
  after(() => app.close());

  test('a request whose headers never end is answered with 408, and its connection is closed [KEEP-4, SEC-10]', async () => {
    const started = `${head}x-slow: `;
    const { socket, closed } = await openIdle(app, started);
    const dripping = setInterval(() => socket.write('a'), 50);
    assertRefusedWith(await closed, 408, 'request_timeout');
    clearInterval(dripping);
  });

  test('a network connection on which the client sends nothing is closed [KEEP-4]', async () => {
    const { closed } = await openIdle(app, '');
    assertRefusedWith(await closed, 408, 'request_timeout');
  });

  test('a request whose body never ends is answered with 408, and its connection is closed [KEEP-4, SEC-10]', async () => {
    for (const length of ['content-length: 1000', 'transfer-encoding: chunked']) {
      const begun = length.startsWith('content') ? '{"email":"' : '5\r\n{"ema\r\n';
      const { closed } = await openIdle(app, `${head}${json}${length}\r\n\r\n${begun}`);
      assertRefusedWith(await closed, 408, 'request_timeout');
    }
  });

  test('a client cannot keep a connection open by slowly sending a request body that the server does not need [KEEP-4]', async () => {
    const asked = 'GET /api/site HTTP/1.1\r\nhost: baari.test\r\ncontent-length: 1000\r\n\r\n{';
    const { closed } = await openIdle(app, asked);
    assert.match(await closed, /^HTTP\/1.1 200 /u, 'it had its answer before');
  });

  test('an idle network connection that waits for its next request is closed after a time limit [KEEP-4]', async () => {
    const { closed } = await openIdle(app, 'GET /api/health HTTP/1.1\r\nhost: baari.test\r\n\r\n');
    const heard = await closed;
    assert.match(heard, /^HTTP\/1.1 200 /u);
    assert.equal(heard.split('HTTP/1.1').length, 2, 'and nothing else is said on it');
  });

  test('a client that sends many requests and does not read the answers is disconnected [KEEP-4]', async () => {
    const asked = 'GET /api/openapi.json HTTP/1.1\r\nhost: baari.test\r\n\r\n'.repeat(60);
    const { socket } = await openIdle(app, '');
    socket.pause();
    socket.write(asked);
    await until(async () => (await openConnections(app)) > 0);
    await until(async () => (await openConnections(app)) === 0);
    socket.destroy();
  });

  test('input that is not HTTP gets status 400 with an error in the API’s usual format [ERR-1]', async () => {
    for (const nonsense of ['hello\r\n\r\n', 'GET / HTTP/1.1\r\nbad header\r\n\r\n']) {
      const { closed } = await openIdle(app, nonsense);
      assertRefusedWith(await closed, 400, 'invalid_request');
    }
  });
});

describe('too many connections @long', () => {
  let app: TestApp | undefined;
  after(async () => app?.close());

  async function start(options: TestAppOptions): Promise<TestApp> {
    const former = app;
    app = undefined;
    await former?.close();
    app = await makeTestApp({ isListening: true, ...options });
    return app;
  }

  async function openedBy(from: string, count: number): Promise<Client[]> {
    assert.ok(app !== undefined);
    const clients: Client[] = [];
    for (let n = 0; n < count; n += 1) clients.push(await openIdle(app, `${head}x-slow: a`, from));
    return clients;
  }

  async function answerTo(from: string): Promise<string> {
    assert.ok(app !== undefined);
    const asked = 'GET /api/health HTTP/1.1\r\nhost: baari.test\r\nconnection: close\r\n\r\n';
    return (await openIdle(app, asked, from)).closed;
  }

  function letGo(clients: readonly Client[]): void {
    for (const { socket } of clients) socket.destroy();
  }

  test('one address may have only a limited number of connections, and all other addresses connect as before [KEEP-4]', async () => {
    await start({ settings: { MAX_CONNECTIONS_PER_ADDRESS: '20' } });
    const held = await openedBy('127.0.0.2', 20);
    assertRefusedWith(await answerTo('127.0.0.2'), 503, 'too_many_connections');
    assert.match(await answerTo('127.0.0.3'), /^HTTP\/1.1 200 /u);
    held.pop()?.socket.destroy();
    await sleep(50);
    assert.match(await answerTo('127.0.0.2'), /^HTTP\/1.1 200 /u, 'one has gone, one may come');
    letGo(held);
  });

  test('a trusted proxy may use all connections that the server allows, and its live streams count too [KEEP-4]', async () => {
    const settings = {
      MAX_CONNECTIONS: '30',
      MAX_CONNECTIONS_PER_ADDRESS: '5',
      TRUSTED_PROXIES: '127.0.0.2, 10.0.0.0/8',
    };
    const running = await start({ settings });
    const person = await makePerson(running);
    const streams = await Promise.all([1, 2, 3].map(() => openStream(running, person)));
    await sleep(200);
    const held = await openedBy('127.0.0.2', 30);
    await sleep(1500);
    const open = held.filter(({ socket }) => !socket.closed).length;
    assert.ok(open >= 20 && open <= 27, `${open} of 30 beside three streams`);
    assertRefusedWith(await answerTo('127.0.0.4'), 503, 'too_many_connections');
    for (const stream of streams) stream.cut();
    letGo(held);
  });

  test('before any client’s new connection is refused, the server closes unused connections [KEEP-4]', async () => {
    const running = await start({ settings: { MAX_CONNECTIONS: '40' } });
    const kept: Client[] = [];
    for (let n = 0; n < 39; n += 1) {
      kept.push(await openIdle(running, 'GET /api/health HTTP/1.1\r\nhost: baari.test\r\n\r\n'));
    }
    await sleep(100);
    assert.match(await answerTo('127.0.0.3'), /^HTTP\/1.1 200 /u);
    assert.match(await answerTo('127.0.0.3'), /^HTTP\/1.1 200 /u);
    letGo(kept);
  });

  test(`${many} unfinished requests from many addresses do not stop anybody from signing in [KEEP-4]`, async () => {
    const running = await start({
      limits: { headWithinMs: 4000, checkEveryMs: 50, total: many + 10, perAddress: many },
    });
    const held = await openedBy('127.0.0.2', many);
    const person = await makePerson(running);
    assert.ok(person.token.length > 0);
    const heard = await Promise.all(held.map(({ closed }) => closed));
    for (const answer of heard) assertRefusedWith(answer, 408, 'request_timeout');
  });

  test('unfinished requests neither delay the server’s shutdown nor interrupt other requests [KEEP-1, KEEP-4]', async () => {
    const running = await start({ limits: { headWithinMs: 60_000 } });
    const held = await openedBy('127.0.0.2', 10);
    const body = '{"email":"nobody@example.org","password":"a password"}';
    const length = `content-length: ${body.length}\r\n\r\n`;
    const asked = await openIdle(running, `${head}${json}${length}${body.slice(0, 9)}`);
    await sleep(100);
    app = undefined;
    const closing = running.close();
    await sleep(100);
    asked.socket.write(body.slice(9));
    assert.match(await asked.closed, /"code":"user_not_found"/u, 'what was under way is answered');
    await closing;
    await Promise.all(held.map(({ closed }) => closed));
  });

  test('a live stream continues beyond all time limits for requests and still receives events [EV-1, KEEP-4]', async () => {
    const short = {
      headWithinMs: 1500,
      bodyWithinMs: 1500,
      requestWithinMs: 2000,
      keptForMs: 1500,
    };
    const running = await start({ limits: { ...short, checkEveryMs: 50 } });
    const town = await makeTown(running);
    const person = await makePerson(running);
    const stream = await openStream(running, person);
    await stream.find(({ event }) => event.type === 'connected');
    await sleep(3000);
    const { queue } = await get(running, person, 'requestPlace', {
      body: { doctorId: town.doctorId },
    });
    await stream.find(({ event }) => 'id' in event.data && event.data.id === queue.id);
    stream.cut();
  });

  test('refused connections are logged for the operator once, without an address [KEEP-4, SEC-5]', async () => {
    const running = await start({ settings: { MAX_CONNECTIONS_PER_ADDRESS: '2' } });
    const held = await openedBy('127.0.0.2', 12);
    await sleep(50);
    const logLines = running.logged.filter((line) => line.includes('Connections are refused'));
    assert.equal(logLines.length, 1);
    assert.ok(!logLines[0]?.includes('127.0.0.2'));
    letGo(held);
  });
});
