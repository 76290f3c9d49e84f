import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import pg from 'pg';
import { schemaTypes } from '../testing/schema-types.ts';
import { makeTestDatabase } from '../testing/test-database.ts';

test('the row types are those of the tables as the migrations leave them', async () => {
  const database = await makeTestDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    const written = await readFile(new URL('./schema.gen.ts', import.meta.url), 'utf8');
    assert.equal(written, await schemaTypes(client), 'out of date: run `npm run schema`');
  } finally {
    await client.end();
    await database.drop();
  }
});
