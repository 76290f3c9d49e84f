/**
 * Tests that server processes, of which one is killed again and again while it sends webhooks, lose
 * no event and keep the order within each subject [API-30].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { type OpenDatabase, openDatabase } from '../../../platform/database/database.ts';
import { makeTestClock } from '../../../testing/identity-app.ts';
import { call, get, sendOver, type TestServer } from '../../../testing/test-app.ts';
import { makeTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { makeDoctor, makePatients, makeTown } from '../../../testing/test-people.ts';
import { startProcess, type TestProcess } from '../../../testing/processes/test-process.ts';
import {
  makeWebhook,
  receiverSettings,
  startWebhookReceiver,
  until,
} from '../../../testing/stand-ins/webhook-receiver.ts';

const patients = 4;
/** The kills of the long test; BAARI_KILLS=50 is a thorough run. */
const longKills = Number(process.env['BAARI_KILLS'] ?? 12);

let database: TestDatabase;
let db: OpenDatabase;
const steady: TestProcess[] = [];
before(async () => {
  database = await makeTestDatabase();
  db = openDatabase({ connection: database.connection, poolSize: 4, onIdleError: () => undefined });
  steady.push(await start());
});
after(async () => {
  for (const each of steady) await each.end('SIGTERM');
  await db.close();
  await database.drop();
});

const start = () => startProcess(database, { settings: receiverSettings });

/** Patients come and go while a process beside the steady ones is killed this often. */
async function killWhileSending(kills: number): Promise<void> {
  const origin = steady[0]?.origin ?? assert.fail();
  const app: TestServer = {
    db,
    clock: makeTestClock(),
    origin: () => origin,
    send: (request) => sendOver(origin, request),
  };
  const town = await makeTown(app);
  const { hospitalId } = town;
  // Each answer takes a moment, so that the killed process has deliveries under way.
  const receiver = await startWebhookReceiver((_one, response) => {
    setTimeout(() => response.writeHead(204).end(), 10);
  });
  const webhook = await makeWebhook(app, town.admin, receiver.url);
  let isOver = false;
  const people = await makePatients(app, patients);
  const doctorIds = await Promise.all(people.map(() => makeDoctor(app, hospitalId)));
  const days = people.map(async (person, n) => {
    const body = { doctorId: doctorIds[n] ?? '' };
    while (!isOver) {
      const { queue } = await get(app, person, 'requestPlace', { body });
      await get(app, town.admin, 'approveRequest', { id: queue.id, body: {} });
      await call(app, town.admin, 'checkInEntry', { id: queue.id });
      await get(app, person, 'leaveQueue', { id: queue.id });
      await sleep(kills > 10 ? 1500 : 500);
    }
  });
  try {
    for (let count = 0; count < kills; count += 1) {
      const other = await start();
      await sleep(300 + 100 * (count % 4));
      assert.equal(await other.end('SIGKILL'), null);
    }
  } finally {
    isOver = true;
    await Promise.all(days);
  }
  await until(
    async () => {
      const { webhooks } = await get(app, town.admin, 'listWebhooks');
      const { count } = await db.one<{ count: number }>(sql`
        select count(*) as count from event e where e.action is not null
          and e.hospital_id = ${hospitalId}
          and not exists (select from public_event p where p.id = e.id)`);
      return count === 0 && webhooks.find(({ id }) => id === webhook.id)?.waiting === 0;
    },
    'every event was sent',
    120,
  );
  receiver.close();
  const logged = await db.many<{ id: number; entry_id: string }>(sql`
    select id, entry_id from event where action is not null and hospital_id = ${hospitalId}
    order by transaction_id, id`);
  assert.ok(logged.length > 30, `${logged.length} changes`);
  // An event may arrive again after a kill; its first arrival counts.
  const seen = new Set<string>();
  const arrived = receiver.events().filter(({ id }) => !seen.has(id) && seen.add(id));
  assert.deepEqual(
    arrived.map(({ id }) => id).toSorted(),
    logged.map(({ id }) => `evt_a_${id}`).toSorted(),
  );
  for (const ofOne of Map.groupBy(arrived, ({ data }) => data.subject.id).values()) {
    assert.deepEqual(
      ofOne.map(({ type }) => type),
      ['place.requested', 'place.approved', 'place.checked_in', 'place.left'],
    );
  }
}

test('while one of two server processes is killed again and again, a webhook gets every event, and those of a visit in order [API-30, INV-5]', () =>
  killWhileSending(3));

test('after many kills beside one and then beside three other processes, a webhook has got every event, and those of a visit in order [API-30] @long', async () => {
  await killWhileSending(longKills / 2);
  steady.push(await start(), await start());
  await killWhileSending(longKills / 2);
});
