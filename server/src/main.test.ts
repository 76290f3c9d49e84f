/**
 * Tests the real server as processes: killed during a morning, two processes on one database, and
 * stopped normally.
 */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { type OpenDatabase, openDatabase } from './platform/database/database.ts';
import { makeTestClock, publicUrl } from './testing/identity-app.ts';
import { digestOf, get, sendOver, type TestServer } from './testing/test-app.ts';
import { makeTestDatabase, type TestDatabase } from './testing/test-database.ts';
import {
  makeDoctor,
  makePatients,
  makeTown,
  type TestPerson,
  type Town,
} from './testing/test-people.ts';
import { startProcess, type TestProcess } from './testing/processes/test-process.ts';
import { openStream } from './testing/test-stream.ts';

let database: TestDatabase;
let db: OpenDatabase;
let town: Town;
let patients: TestPerson[];
let first: TestProcess;

function serverAt({ origin }: TestProcess): TestServer {
  const clock = makeTestClock();
  return { db, clock, origin: () => origin, send: (request) => sendOver(origin, request) };
}

before(async () => {
  database = await makeTestDatabase();
  db = openDatabase({ connection: database.connection, poolSize: 4, onIdleError: () => undefined });
  first = await startProcess(database);
  town = await makeTown(serverAt(first));
  patients = await makePatients(serverAt(first), 12);
});
after(async () => {
  await first.end('SIGKILL');
  await db.close();
  await database.drop();
});

test('a change made through one server process reaches live screens that are connected to another process [INV-8]', async () => {
  const second = await startProcess(database);
  const patient = patients[0];
  const [atFirst, atSecond] = [serverAt(first), serverAt(second)];
  const stream = await openStream(atSecond, town.receptionist);
  await stream.find(({ event }) => event.type === 'connected');
  const { queue } = await get(atFirst, patient, 'requestPlace', {
    body: { doctorId: town.doctorId },
  });
  await stream.find(({ event }) => 'id' in event.data && event.data.id === queue.id);
  const { pendingQueues } = await get(atSecond, town.admin, 'listPending', {
    id: town.hospitalId,
  });
  assert.ok(pendingQueues.some(({ id }) => id === queue.id));
  assert.equal(await second.end('SIGTERM'), 0, 'asked to stop, it stops cleanly');
  await stream.ended(2000);
  assert.equal(
    stream.frames.at(-1)?.event.type,
    'disconnected',
    'the stream ends with an order to reconnect',
  );
});

test('every confirmed place in line still exists after the server was killed during work [INV-4, INV-5] @long', async () => {
  const acknowledged: string[] = [];
  const doctorId = await makeDoctor(serverAt(first), town.hospitalId);
  async function ask(person: TestPerson): Promise<void> {
    for (;;) {
      try {
        const { queue } = await get(serverAt(first), person, 'requestPlace', {
          body: { doctorId },
        });
        acknowledged.push(queue.id);
        await get(serverAt(first), person, 'leaveQueue', { id: queue.id });
      } catch (failure) {
        // The kill broke the connection, so no further API call was acknowledged.
        if (isKilled) return;
        throw failure;
      }
    }
  }
  let [isKilled, isAsking] = [false, true];
  const asking = Promise.all(patients.slice(1).map(ask));
  // An error in the patients' calls is reported after the server has stopped. Here an error only
  // ends the waiting.
  asking.catch(() => {
    isAsking = false;
  });
  while (isAsking && acknowledged.length < 60) await new Promise((end) => setTimeout(end, 5));
  isKilled = true;
  assert.equal(await first.end('SIGKILL'), null);
  await asking;
  first = await startProcess(database);
  const { rows } = await db.pool.query<{ kept: number; odd: number }>(
    `select
      (select count(*)::int from queue_entry where id = any($1::uuid[])) as kept,
      (select count(*)::int from queue_entry e where e.doctor_id = $2 and (
        select count(*) from event v where v.entry_id = e.id)
        <> case when e.status = 'cancelled' then 2 else 1 end) as odd`,
    [acknowledged, doctorId],
  );
  assert.equal(rows[0]?.kept, acknowledged.length);
  assert.equal(rows[0]?.odd, 0, 'each change has exactly its event');
  const { hospitals } = await get(serverAt(first), undefined, 'listHospitals');
  assert.ok(hospitals.length > 0, 'and the morning goes on');
  assert.equal(await first.end('SIGTERM'), 0);
});

test('a server that is asked to stop answers every request already received and accepts no new one [KEEP-1]', async () => {
  const stopping = await startProcess(database);
  const { origin } = stopping;
  const asked = [0, 1, 2, 3, 4, 5].map(async () => {
    // Each of these sign-in requests takes long and has its own connection.
    const answer = await fetch(`${origin}/api/identity/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl, connection: 'close' },
      body: JSON.stringify({ email: town.admin.email, password: 'not this one' }),
    });
    return { status: answer.status, body: await answer.text() };
  });
  await Promise.race(asked);
  const ended = stopping.end('SIGTERM');
  for (const { status, body } of await Promise.all(asked)) {
    assert.equal(status, 401);
    assert.match(body, /error/u, 'whole');
  }
  assert.equal(await ended, 0);
  await assert.rejects(fetch(`${origin}/api/ready`), 'nobody listens there any more');
});

test('open connections get their answers on shutdown, and new streams are asked to reconnect [KEEP-1] @long', async () => {
  const stopping = await startProcess(database);
  const { hostname, port } = new URL(stopping.origin);
  const lines = Array.from({ length: 12 }, () => {
    const socket = connect(Number(port), hostname);
    const heard: string[] = [];
    socket.on('data', (chunk) => heard.push(String(chunk)));
    socket.on('error', () => undefined);
    return { socket, heard };
  });
  const body = JSON.stringify({ email: town.admin.email, password: 'not this one' });
  for (const { socket } of lines) {
    // Each connection is busy with one long request when the next request arrives on it.
    socket.write(
      `POST /api/identity/sign-in/email HTTP/1.1\r\nhost: x\r\norigin: ${publicUrl}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  }
  await new Promise((end) => setTimeout(end, 20));
  const ended = stopping.end('SIGTERM');
  await untilNobodyListens(Number(port), hostname);
  const asked = ['/api/hospitals', '/api/ready', '/api/queues/realtime/events'];
  for (const [index, { socket }] of lines.entries()) {
    socket.write(`GET ${asked[index % asked.length] ?? ''} HTTP/1.1\r\nhost: x\r\n\r\n`);
  }
  assert.equal(await ended, 0);
  const answers = lines.flatMap(({ heard }) => heard.join('').split(/(?=HTTP\/1\.1 \d)/u));
  for (const answer of answers.filter((text) => text.startsWith('HTTP/1.1 503'))) {
    assert.match(answer, /retry-after: \d/iu);
    assert.match(answer, /"code":"overloaded"/u);
  }
});

/** Waits until a stopping server accepts no new connection. */
async function untilNobodyListens(port: number, hostname: string): Promise<void> {
  for (;;) {
    const isTaken = await new Promise((resolve) => {
      const socket = connect(port, hostname, () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (isTaken !== true) return;
  }
}

test('a server whose secret differs from its earlier secret refuses to start before writing data, so push messages keep working', async () => {
  const running = await startProcess(database);
  // The server makes its signing key when it issues the first token.
  await makePatients(serverAt(running), 1);
  assert.equal(await running.end('SIGTERM'), 0);
  const kept = async () => {
    const { rows } = await db.pool.query<{ public_key: string; sealed_private_key: string }>(
      'select public_key, sealed_private_key from push_key',
    );
    return rows;
  };
  const before = [await kept(), await digestOf(db)];
  const said: string[] = [];
  const settings = { SECRET: 'another-secret-0123456789-abcdefghijklm' };
  await assert.rejects(startProcess(database, { settings, hear: (text) => said.push(text) }));
  assert.match(said.join(''), /SECRET: does not open \d+ signing keys/u);
  assert.deepEqual([await kept(), await digestOf(db)], before);
});

test('a server with few file descriptors survives an attacker’s many connections and serves other clients [KEEP-4, KEEP-6] @long', async () => {
  const poor = await startProcess(database, { openFiles: 200 });
  const { hostname, port } = new URL(poor.origin);
  const attackers: Socket[] = [];
  let cut = 0;
  for (let n = 0; n < 400; n += 1) {
    // Uses a hundred network addresses, because a single address would be limited earlier.
    const localAddress = `127.0.1.${n % 100}`;
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      cut += 1;
    });
    socket.on('connect', () => socket.write('GET / HTTP/1.1\r\nhost: baari.test\r\nx-slow: a'));
    attackers.push(socket);
  }
  const deadline = Date.now() + 60_000;
  while (cut < 250 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(cut >= 250, `only ${cut} of 400 were turned away or timed out`);
  for (const socket of attackers) socket.destroy();
  let answer: Response | undefined;
  while (answer?.ok !== true && Date.now() < deadline) {
    answer = await fetch(`${poor.origin}/api/ready`).catch(() => undefined);
  }
  assert.equal(answer?.status, 200, 'the database is still reached');
  assert.equal(await poor.end('SIGTERM'), 0, 'it lives, and stops when it is asked to');
});
