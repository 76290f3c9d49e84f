/** Tests how the live hub of a process manages its own database connection. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { makeTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { openLiveHub } from './live-hub.ts';

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
const log = { debug: silent, info: silent, warn: silent, error: silent };

test('a process that stops while its connection for database notifications reconnects leaves no connection open [KEEP-3]', async () => {
  const opened: pg.Client[] = [];
  const opensAnew = Promise.withResolvers<void>();
  const hub = await openLiveHub({
    database: {
      ...db,
      dedicatedClient() {
        const client = db.dedicatedClient();
        opened.push(client);
        if (opened.length === 2) opensAnew.resolve();
        return client;
      },
    },
    log,
    onEvents: silent,
    onAway: silent,
  });
  await db.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%listen baari_event'`);
  await opensAnew.promise;
  await hub.close();
  const [, second] = opened;
  assert.ok(second !== undefined);
  await assert.rejects(second.query('select 1'), /closed/u);
});
