/**
 * Tests that two server processes, one of which is killed again and again while it copies events,
 * lose no event and repeat none [API-29].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { type OpenDatabase, openDatabase } from '../../platform/database/database.ts';
import { makeTestClock } from '../../testing/identity-app.ts';
import { call, get, sendOver, type TestServer } from '../../testing/test-app.ts';
import { makeTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { makeDoctor, makePatients, makeTown } from '../../testing/test-people.ts';
import { startProcess, type TestProcess } from '../../testing/processes/test-process.ts';
import { eventsAfter, makeKey, pageOf } from '../../testing/stand-ins/own-system.ts';

const kills = 3;
const patients = 8;

let database: TestDatabase;
let db: OpenDatabase;
let steady: TestProcess;
before(async () => {
  database = await makeTestDatabase();
  db = openDatabase({ connection: database.connection, poolSize: 4, onIdleError: () => undefined });
  steady = await startProcess(database);
});
after(async () => {
  await steady.end('SIGTERM');
  await db.close();
  await database.drop();
});

test('while one of two server processes is killed again and again, a hospital’s system gets each event once and in order [API-29, INV-5]', async () => {
  const { origin } = steady;
  const app: TestServer = {
    db,
    clock: makeTestClock(),
    origin: () => origin,
    send: (request) => sendOver(origin, request),
  };
  const town = await makeTown(app);
  const key = await makeKey(app, town.admin);
  const { next } = await pageOf(app, key);
  let isOver = false;
  const people = await makePatients(app, patients);
  const doctorIds = await Promise.all(people.map(() => makeDoctor(app, town.hospitalId)));
  const days = people.map(async (person, n) => {
    const body = { doctorId: doctorIds[n] ?? '' };
    while (!isOver) {
      const { queue } = await get(app, person, 'requestPlace', { body });
      await get(app, town.admin, 'approveRequest', { id: queue.id, body: {} });
      await call(app, town.admin, 'checkInEntry', { id: queue.id });
      await get(app, person, 'leaveQueue', { id: queue.id });
    }
  });
  try {
    for (let count = 0; count < kills; count += 1) {
      const other = await startProcess(database);
      await sleep(300 + 200 * count);
      assert.equal(await other.end('SIGKILL'), null);
    }
  } finally {
    isOver = true;
    await Promise.all(days);
  }
  const { events } = await eventsAfter(app, key, next);
  const logged = await db.many<{ id: number; entry_id: string }>(sql`
    select id, entry_id from event where action is not null order by transaction_id, id`);
  assert.ok(logged.length > 50, `${logged.length} changes`);
  assert.deepEqual(
    events.map(({ id }) => id),
    logged.map(({ id }) => `evt_a_${id}`),
  );
  const bySubject = Map.groupBy(events, ({ data }) => data.subject.id);
  for (const ofOne of bySubject.values()) {
    assert.deepEqual(
      ofOne.map(({ type }) => type),
      ['place.requested', 'place.approved', 'place.checked_in', 'place.left'],
    );
    const versions = ofOne.map(({ data }) => data.subject.version);
    assert.deepEqual(
      versions,
      versions.toSorted((one, other) => one - other),
    );
  }
});
