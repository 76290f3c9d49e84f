/**
 * Kills the server process during a transfer of a patient, once at each table that the transfer
 * writes to. The table is locked, so the transaction is half done when the process is killed. No
 * patient may be lost or be in two lines. A retry with the same Idempotency-Key takes effect once
 * [INV-4, INV-5, INV-6, LINE-3].
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import pg from 'pg';
import { type OpenDatabase, openDatabase } from '../platform/database/database.ts';
import { makeTestClock } from '../testing/identity-app.ts';
import {
  call,
  get,
  readReply,
  sendOver,
  type TestAnswer,
  type TestServer,
} from '../testing/test-app.ts';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { makeTown, type Town } from '../testing/test-people.ts';
import { startProcess, type TestProcess } from '../testing/processes/test-process.ts';
import { addTo, makeLine } from '../testing/test-stops.ts';

/** A server that has not restarted after this time counts as failed. */
const patienceMs = 60_000;

let database: TestDatabase;
let db: OpenDatabase;
let running: TestProcess;
let town: Town;
let vitals: SharedLine;
let laboratory: SharedLine;

function server(): TestServer {
  const { origin } = running;
  const clock = makeTestClock();
  return { db, clock, origin: () => origin, send: (request) => sendOver(origin, request) };
}

before(async () => {
  database = await makeTestDatabase();
  db = openDatabase({ connection: database.connection, poolSize: 4, onIdleError: () => undefined });
  running = await startProcess(database);
  town = await makeTown(server());
  vitals = await makeLine(server(), town.admin, { name: 'Vitals', kind: 'vitals' });
  laboratory = await makeLine(server(), town.admin, { name: 'Laboratory' });
});
after(async () => {
  await running.end('SIGTERM');
  await db.close();
  await database.drop();
});

/** A patient who is being served at vitals and whose next step is the laboratory. */
async function isServed(): Promise<StaffEntry> {
  await addTo(server(), town.receptionist, vitals.id);
  const [point] = vitals.points;
  return (await get(server(), town.receptionist, 'callNext', { id: point?.id ?? '' })).queue;
}

function send(id: string, key: string): Promise<TestAnswer> {
  const headers = { 'idempotency-key': key };
  const body = { lineId: laboratory.id, comesBack: true };
  return call(server(), town.receptionist, 'sendOn', { id, body, headers });
}

/** Waits until a database query is blocked by the locked table. */
async function untilHeldUp(): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await db.pool.query<{ held: number }>(
      `select count(*)::int as held from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.held ?? 0) > 0) return;
    assert.ok(Date.now() < deadline, 'sending on does not come to this table');
    await sleep(5);
  }
}

/** Kills the server while it waits for a locked table during a transfer. */
async function killBefore(table: string, id: string, key: string): Promise<void> {
  const locker = new pg.Client({ connectionString: database.ownerUrl });
  await locker.connect();
  try {
    await locker.query('begin');
    // Reads of the table still work; the first write blocks.
    await locker.query(`lock table ${table} in exclusive mode`);
    const sending = send(id, key).catch(() => undefined);
    await untilHeldUp();
    await running.end('SIGKILL');
    assert.equal(await sending, undefined, 'nothing was acknowledged');
  } finally {
    await locker.query('rollback');
    await locker.end();
  }
  // An Idempotency-Key claimed by an interrupted call becomes free after a minute. The test
  // backdates the claim instead of waiting.
  await db.pool.query(
    `update idempotency_key set claimed_at = claimed_at - interval '61 s' where answer is null`,
  );
  running = await startProcess(database);
}

/** The steps of a visit as stored in the database. */
async function stopsOf(id: string): Promise<{ line: string; status: string }[]> {
  const { rows } = await db.pool.query<{ line: string; status: string }>(
    `select doctor_id as line, status from queue_entry where id = $1 or visit_id = $1
     order by joined_at, id`,
    [id],
  );
  return rows;
}

async function eventsOf(id: string): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::int as count from event
     where entry_id in (select id from queue_entry where id = $1 or visit_id = $1)`,
    [id],
  );
  return rows[0]?.count ?? 0;
}

for (const table of ['queue_entry', 'planned_stop', 'doctor_queue', 'event', 'audit']) {
  test(`if the server is killed before it writes to ${table} during a transfer, a retry moves the patient only once [INV-4, INV-5, INV-6, LINE-3] @long`, async () => {
    const { id } = await isServed();
    const published = await eventsOf(id);
    const key = randomUUID();
    await killBefore(table, id, key);
    assert.deepEqual(await stopsOf(id), [{ line: vitals.id, status: 'in_progress' }]);
    assert.equal(await eventsOf(id), published, 'what did not happen was not published');
    const sent = readReply('sendOn', await send(id, key)).queue;
    assert.equal(readReply('sendOn', await send(id, key)).queue.id, sent.id);
    assert.deepEqual(await stopsOf(id), [
      { line: vitals.id, status: 'completed' },
      { line: laboratory.id, status: 'waiting' },
    ]);
    assert.equal(await eventsOf(id), published + 2, 'one event for each of the two stops');
    const { journey } = await get(server(), town.receptionist, 'getJourney', { id: sent.id });
    assert.deepEqual(
      journey.stops.map(({ lineId, isReturn }) => [lineId, isReturn]),
      [
        [vitals.id, false],
        [laboratory.id, false],
        [vitals.id, true],
      ],
    );
  });
}
