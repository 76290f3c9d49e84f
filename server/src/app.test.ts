/** Tests of how a failed start of the server cleans up. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { makeTestApp } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';
import { makeTestPages } from './testing/test-pages.ts';

test('a server that fails to start closes its database connections [WORK-1]', async () => {
  const database = await makeTestDatabase();
  const owner = new pg.Client(database.owner);
  await owner.connect();
  const pages = await makeTestPages([]);
  await writeFile(join(pages.folder, 'paths.json'), 'no list');
  await assert.rejects(makeTestApp({ database, webFolder: pages.folder }));
  const { rows } = await owner.query<{ others: number }>(`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await owner.end();
  await pages[Symbol.asyncDispose]();
  await database.drop();
  assert.deepEqual(rows, [{ others: 0 }]);
});
