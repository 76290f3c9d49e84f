/** Tests deletions that run every hour. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { makeTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { systemClock } from '../clock.ts';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { startHousekeeping } from '../housekeeping.ts';

let database: TestDatabase;
let db: OpenDatabase;

before(async () => {
  database = await makeTestDatabase();
  db = openDatabase({
    connection: database.connection,
    poolSize: 1,
    onIdleError: () => undefined,
  });
});
after(async () => {
  await db.close();
  await database.drop();
});

const silent = { debug: () => undefined, info: () => undefined, error: () => undefined };

test('a cleaning task that cannot delete its data is logged by name and does not stop the other tasks [SEC-14]', async () => {
  const warned: string[] = [];
  const lastIsDone = Promise.withResolvers<void>();
  const housekeeping = startHousekeeping({
    database: db,
    clock: systemClock,
    log: { ...silent, warn: (_, message) => warned.push(message) },
    tidyFeatures: {
      'Removing old letters': () => Promise.reject(new Error('of one account')),
      'Removing old tickets': () => Promise.resolve(lastIsDone.resolve()),
    },
  });
  await lastIsDone.promise;
  await housekeeping.stop();
  assert.deepEqual(warned, ['Removing old letters failed. It runs again in an hour.']);
});

test('an hourly cleaning run that takes longer than an hour is not started twice, and a stopping server waits for the run', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  let begins = 0;
  let ends = 0;
  const housekeeping = startHousekeeping({
    database: db,
    clock: systemClock,
    log: { ...silent, warn: () => undefined },
    tidyFeatures: {
      async 'Counting many days'() {
        begins += 1;
        begun.resolve();
        await mayEnd.promise;
        ends += 1;
      },
    },
  });
  await begun.promise;
  t.mock.timers.tick(2 * 3_600_000);
  // The pool has only one connection. A second run of the hourly tasks would have asked for it by
  // now.
  await db.run(sql`select 1`);
  await db.run(sql`select 1`);
  const stopped = housekeeping.stop();
  mayEnd.resolve();
  await stopped;
  assert.deepEqual({ begins, ends }, { begins: 1, ends: 1 });
});
