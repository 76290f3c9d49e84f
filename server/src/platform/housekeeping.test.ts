/** What is thrown away every hour. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { systemClock } from './clock.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { startHousekeeping } from './housekeeping.ts';

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

const silent = () => undefined;

test('what cannot be thrown away is told of and keeps nothing else from being thrown away [SEC-14]', async () => {
  const warned: string[] = [];
  const lastIsDone = Promise.withResolvers<void>();
  const housekeeping = startHousekeeping({
    database: db,
    clock: systemClock,
    log: {
      debug: silent,
      info: silent,
      error: silent,
      warn: (_, message) => warned.push(message),
    },
    tidyFeatures: [
      () => Promise.reject(new Error('of one account')),
      () => Promise.resolve(lastIsDone.resolve()),
    ],
  });
  await lastIsDone.promise;
  await housekeeping.stop();
  assert.deepEqual(warned, ['Some of the hourly work failed; it is tried again in an hour.']);
});
