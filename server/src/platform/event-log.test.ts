/** The event log as the hub reads it: in order, and at a price that does not grow with what is kept. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import pg from 'pg';
import sql from 'sql-template-tag';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { hasHeldBackEvents } from './event-log.store.ts';
import { ok } from './result.ts';

let testDatabase: TestDatabase;
let db: OpenDatabase;
let owner: pg.Client;

before(async () => {
  testDatabase = await makeTestDatabase();
  const { connection } = testDatabase;
  db = openDatabase({ connection, poolSize: 4, onIdleError: assert.fail });
  owner = new pg.Client(testDatabase.owner);
  await owner.connect();
});
after(async () => {
  await db.close();
  await owner.end();
  await testDatabase.drop();
});
beforeEach(async () => {
  await owner.query('truncate event');
});

const insertEvents = `
  insert into event (at, type, hospital_id, doctor_id, body)
  select $1::timestamptz + n * interval '1 ms', 'doctor_status_changed', gen_random_uuid(),
    gen_random_uuid(), '{}'
  from generate_series(1, $2::int) n`;

test('whether events are held back is found from the newest, however many are kept [INV-6]', async () => {
  await owner.query(insertEvents, [new Date(), 2000]);
  const read = await db.transaction(async (tx) => {
    assert.equal(await hasHeldBackEvents(tx), false);
    return ok(
      await tx.one<{ rows: number; scans: number }>(sql`
        select seq_tup_read + idx_tup_fetch as rows, seq_scan as scans
        from pg_stat_xact_user_tables where relname = 'event'`),
    );
  });
  assert.deepEqual(read, { ok: true, value: { rows: 1, scans: 0 } });
});

test('events are held back while an older transaction still runs, and not by an empty log [INV-6]', async () => {
  const older = new pg.Client(testDatabase.connection);
  await older.connect();
  try {
    assert.equal(await hasHeldBackEvents(db), false);
    await older.query('begin; select pg_current_xact_id()');
    assert.equal(await hasHeldBackEvents(db), false, 'nothing is there to be held back');
    await owner.query(insertEvents, [new Date(), 1]);
    assert.equal(await hasHeldBackEvents(db), true);
    await older.query('commit');
    // Other tests of this server may be at work for a moment.
    while (await hasHeldBackEvents(db));
  } finally {
    await older.end();
  }
});
