/** What is thrown away every hour. */
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

test('what cannot be thrown away is told of by name and keeps nothing else from being thrown away [SEC-14]', async () => {
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
  assert.deepEqual(warned, ['Removing old letters failed; it is tried again in an hour.']);
});

test('work of an hour that takes longer than one is not begun twice, and is waited for in the end', async (t) => {
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
  // The pool has one connection: whoever begins anew has asked by then.
  await db.run(sql`select 1`);
  await db.run(sql`select 1`);
  const stopped = housekeeping.stop();
  mayEnd.resolve();
  await stopped;
  assert.deepEqual({ begins, ends }, { begins: 1, ends: 1 });
});
