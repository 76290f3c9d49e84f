/**
 * Tests that after the database goes down and returns, callers get clear errors, no write is half
 * done, and no restart is needed.
 */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  assertRefused,
  call,
  get,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';
import { openStream, type TestFrame } from '../../testing/test-stream.ts';
import { migrateTemplate } from '../../testing/test-postgres.ts';
import { embeddedAccounts } from './database-accounts.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded-postgres/embedded-postgres.ts';

let folder: string;
let server: EmbeddedPostgres;
let app: TestApp;
let town: Town;
let patients: TestPerson[];

function startServer(): Promise<EmbeddedPostgres> {
  const dataDir = join(folder, 'postgres');
  return startEmbeddedPostgres({ dataDir, log: () => undefined, isDurable: false });
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'baari-away-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  server = await startServer();
  await migrateTemplate(server.address);
  const { running: connection, owner } = embeddedAccounts(server.address);
  app = await makeTestApp({ isListening: true, database: { connection, owner } });
  town = await makeTown(app);
  patients = await makePatients(app, 4);
});
after(async () => {
  await app.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await app.owner.query('delete from queue_entry');
});

/** Whether this SSE event is about the state of the stream itself, not about a change of data. */
function isState({ event }: TestFrame): boolean {
  return event.type === 'connected' || event.type === 'error';
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 5000;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, 'the condition was not met within 5 s');
    await sleep(10);
  }
}

function assertAway(answer: TestAnswer): void {
  assertRefused(answer, 'unavailable');
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/u);
}

async function ask(person: TestPerson): Promise<TestAnswer> {
  return call(app, person, 'requestPlace', { body: { doctorId: town.doctorId } });
}

/** Waits until the server answers again; fails after `withinMs`. */
async function untilReady(withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while ((await app.send({ method: 'GET', url: '/api/ready' })).status !== 200) {
    if (Date.now() > deadline) throw new Error('The server did not recover.');
    await sleep(20);
  }
}

test('connections that break under load cause at most a 503, and no acknowledged change is lost [INV-4, INV-5, KEEP-2] @long', async () => {
  const stream = await openStream(app, town.admin);
  const unexpected: string[] = [];
  const made = new Set<string>();
  let busy = true;
  async function work(person: TestPerson): Promise<void> {
    while (busy) {
      const answer = await ask(person);
      if (answer.status === 201) {
        const { queue } = (await readOwn(person)) ?? {};
        if (queue !== undefined) made.add(queue.id);
        const open = queue ?? (await untilRead(person));
        await untilDone(() => call(app, person, 'leaveQueue', { id: open.id }));
      } else if (answer.status === 409) {
        // A request may have taken effect although its answer was lost.
        const open = await untilRead(person);
        await untilDone(() => call(app, person, 'leaveQueue', { id: open.id }));
      } else if (answer.status === 503) assertAway(answer);
      else unexpected.push(answer.text);
    }
  }
  async function readOwn(person: TestPerson) {
    const answer = await call(app, person, 'getCurrentEntry');
    return answer.status === 200
      ? get(app, person, 'getCurrentEntry').catch(() => undefined)
      : undefined;
  }
  async function untilRead(person: TestPerson): Promise<{ id: string }> {
    for (;;) {
      const found = await readOwn(person);
      if (found !== undefined) return found.queue;
    }
  }
  async function untilDone(change: () => Promise<TestAnswer>): Promise<void> {
    for (;;) {
      const answer = await change();
      // 409: an earlier attempt succeeded, but its answer was lost.
      if (answer.status === 200 || answer.status === 409) return;
      assertAway(answer);
    }
  }
  const working = Promise.all(patients.map(work));
  const killer = new pg.Client(server.address);
  await killer.connect();
  for (let round = 0; round < 8; round += 1) {
    await sleep(60);
    await killer.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
  }
  busy = false;
  await working;
  await killer.end();
  await untilReady(5000);
  assert.deepEqual(unexpected, []);
  const { rows } = await app.db.pool.query<{ entries: number; events: number; kept: number }>(
    `select (select count(*)::int from queue_entry) as entries,
       (select count(distinct entry_id)::int from event) as events,
       (select count(*)::int from queue_entry where id = any($1::uuid[])) as kept`,
    [[...made]],
  );
  assert.equal(rows[0]?.kept, made.size, 'every acknowledged entry is there');
  assert.equal(rows[0]?.events, rows[0]?.entries, 'every entry has its events');
  // The stream stayed open and receives the next event.
  const id = (await get(app, patients[0], 'requestPlace', { body: { doctorId: town.doctorId } }))
    .queue.id;
  await stream.find(({ event }) => 'id' in event.data && event.data.id === id);
  stream.cut();
});

test('every request and live stream fails at once while the database is down, and all recover without a restart [EV-8, KEEP-2, KEEP-5]', async () => {
  const stream = await openStream(app, town.admin);
  const lost = await ask(patients[0] ?? town.admin);
  assert.equal(lost.status, 201);
  await server.close();
  const began = performance.now();
  const answers = await Promise.all([
    call(app, undefined, 'listHospitals'),
    call(app, undefined, 'getHospital', { id: town.hospitalId }),
    call(app, patients[1], 'requestPlace', { body: { doctorId: town.doctorId } }),
    call(app, patients[1], 'getCurrentUser'),
    call(app, town.admin, 'listPending', { id: town.hospitalId }),
    call(app, town.admin, 'getOwnHospital', { headers: { 'idempotency-key': 'any' } }),
    app.send({ method: 'GET', url: '/api/ready' }),
  ]);
  assert.ok(performance.now() - began < 4500, 'the request failed without waiting');
  for (const answer of answers) assertAway(answer);
  // A browser that opens a ticket page asks for HTML, not JSON.
  const headers = { accept: 'text/html,*/*' };
  const ticket = await app.send({ method: 'GET', url: '/t/abc', headers });
  assert.equal(ticket.status, 503);
  assert.match(ticket.text, /<h1>Baari cannot reach its database/u);
  assert.match(ticket.headers.get('content-security-policy') ?? '', /style-src 'self'/u);
  assert.equal((await app.send({ method: 'GET', url: '/api/health' })).status, 200);
  await stream.find(({ event }) => event.type === 'error');
  server = await startServer();
  await untilReady(5000);
  await until(() => stream.frames.findLast(isState)?.event.type === 'connected');
  const { pendingQueues } = await get(app, town.admin, 'listPending', { id: town.hospitalId });
  assert.equal(pendingQueues.length, 1, 'earlier entries are kept, refused ones are absent');
  const joined = await ask(patients[1] ?? town.admin);
  assert.equal(joined.status, 201);
  const { queue } = await get(app, patients[1], 'getCurrentEntry');
  await stream.find(({ event }) => 'id' in event.data && event.data.id === queue.id);
  const requested = stream.frames.filter(
    ({ event }) => event.type === 'queue_requested' && event.data.id === queue.id,
  );
  assert.equal(requested.length, 1, 'once');
  stream.cut();
});
