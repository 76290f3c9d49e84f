/**
 * Tests the live hub's reads of the event log: they are in order, and their cost does not grow with
 * the log.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import pg from 'pg';
import sql from 'sql-template-tag';
import { makeTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { currentCursor, hasHeldBackEvents, pruneEvents, replayEvents } from './event-log.store.ts';
import { pruneIdempotencyKeys } from '../http/idempotency.store.ts';
import { ok } from '../result.ts';

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

test('to find out whether live events are delayed the server reads only the newest event, however many are stored [INV-6]', async () => {
  await owner.query(insertEvents, [new Date(), 2000]);
  const read = await db.transaction(async (tx) => {
    await hasHeldBackEvents(tx);
    return ok(
      await tx.one<{ rows: number; scans: number }>(sql`
        select seq_tup_read + idx_tup_fetch as rows, seq_scan as scans
        from pg_stat_xact_user_tables where relname = 'event'`),
    );
  });
  assert.deepEqual(read, { ok: true, value: { rows: 1, scans: 0 } });
});

test('new live events are delayed while an older transaction still runs, and an empty event log delays nothing [INV-6]', async () => {
  const older = new pg.Client(testDatabase.connection);
  await older.connect();
  try {
    assert.equal(await hasHeldBackEvents(db), false);
    await older.query('begin; select pg_current_xact_id()');
    assert.equal(await hasHeldBackEvents(db), false, 'an empty log holds nothing back');
    await owner.query(insertEvents, [new Date(), 1]);
    assert.equal(await hasHeldBackEvents(db), true);
    await older.query('commit');
    // Waits for open transactions of other tests on the same database server, which also hold back
    // events.
    while (await hasHeldBackEvents(db));
  } finally {
    await older.end();
  }
});

const now = new Date('2026-03-02T08:00:00Z');
const longAgo = new Date('2026-02-20T08:00:00Z');
const yesterday = new Date('2026-03-01T08:00:00Z');

/** Records how many rows each statement deletes, by a trigger that the table's owner sets. */
async function noteDeletions(table: string): Promise<() => Promise<number[]>> {
  await owner.query(`
    create table deletion_${table} (id int generated always as identity, rows int);
    create function note_deletion_${table}() returns trigger security definer language plpgsql as $$
      begin
        insert into deletion_${table} (rows) select count(*) from gone;
        return null;
      end $$;
    create trigger note_deletion after delete on ${table} referencing old table as gone
      for each statement execute function note_deletion_${table}()`);
  return async () => {
    const { rows } = await owner.query<{ rows: number }>(
      `select rows from deletion_${table} order by id`,
    );
    return rows.map((each) => each.rows);
  };
}

test('live events older than two days are deleted a thousand at a time, and a page that missed some must reload its data [INV-6]', async () => {
  const deletions = await noteDeletions('event');
  const before = await currentCursor(db);
  await owner.query(insertEvents, [longAgo, 2400]);
  await owner.query(insertEvents, [now, 3]);
  await pruneEvents(db, yesterday);
  assert.deepEqual(await deletions(), [1000, 1000, 400]);
  const kept = await db.one<{ count: number }>(sql`select count(*) from event`);
  assert.equal(kept.count, 3);
  const audience = { hospitalId: '00000000-0000-4000-8000-000000000000' };
  const upTo = await currentCursor(db);
  assert.equal(await replayEvents(db, audience, before, upTo, 10), undefined);
  assert.deepEqual(await replayEvents(db, audience, upTo, upTo, 10), []);
});

test('deleting old live events stops within one batch when the server stops', async () => {
  await owner.query(insertEvents, [longAgo, 2400]);
  let asked = 0;
  await pruneEvents(db, yesterday, () => {
    asked += 1;
    return asked > 1;
  });
  const kept = await db.one<{ count: number }>(sql`select count(*) from event`);
  assert.equal(kept.count, 1400);
});

test('API answers stored for retries are deleted a thousand at a time after a day, and newer answers are kept [INV-7]', async () => {
  const deletions = await noteDeletions('idempotency_key');
  const insert = `
    insert into idempotency_key (user_id, key, request_hash, claimed_at)
    select gen_random_uuid(), n::text::bytea, '', $1::timestamptz + n * interval '1 ms'
    from generate_series(1, $2::int) n`;
  await owner.query(insert, [longAgo, 1200]);
  await owner.query(insert, [now, 3]);
  await pruneIdempotencyKeys(db, yesterday);
  assert.deepEqual(await deletions(), [1000, 200]);
  const kept = await db.one<{ count: number }>(sql`select count(*) from idempotency_key`);
  assert.equal(kept.count, 3);
});

test('a database transaction that runs too long is ended, so that the transaction cannot delay live events for ever', async () => {
  const { bound } = await db.one<{ bound: string }>(sql`
    select coalesce(current_setting('transaction_timeout', true), '30s') as bound`);
  assert.equal(bound, '30s');
});
