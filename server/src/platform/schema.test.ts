import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { schemaTypes } from '../testing/schema-types.ts';
import { makeTestDatabase } from '../testing/test-database.ts';

test('the row types are those of the tables as the migrations leave them', async () => {
  const database = await makeTestDatabase();
  try {
    const written = await readFile(new URL('./schema.gen.ts', import.meta.url), 'utf8');
    const made = await schemaTypes(database.connection);
    assert.equal(written, made, 'out of date: run `npm run schema`');
  } finally {
    await database.drop();
  }
});
