import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { schemaTypes } from '../../testing/measuring/schema-types.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

test('the generated row types match the tables that the migrations make', async () => {
  const database = await makeTestDatabase();
  try {
    const written = await readFile(new URL('schema.gen.ts', import.meta.url), 'utf8');
    const made = await schemaTypes(database.connection);
    assert.equal(written, made, 'out of date: run `npm run schema`');
  } finally {
    await database.drop();
  }
});

test('no SQL statement contains a hand-typed status, in which a spelling mistake would not be noticed', async () => {
  const server = new URL('../..', import.meta.url);
  const found: string[] = [];
  for await (const path of glob('**/*.store.ts', { cwd: server })) {
    const source = await readFile(new URL(path, server), 'utf8');
    if (/\bstatus (?:=|<>|(?:not )?in) \(?'/u.test(source)) found.push(path);
  }
  assert.deepEqual(found, [], 'platform/hospital-sql/statuses.ts has them');
});

test('no database module declares a row type by hand', async () => {
  const server = new URL('../..', import.meta.url);
  const found: string[] = [];
  for await (const path of glob('**/*.store.ts', { cwd: server })) {
    const source = await readFile(new URL(path, server), 'utf8');
    if (/\.(?:one|maybeOne|many)</u.test(source)) found.push(path);
  }
  assert.deepEqual(found, [], 'platform/database/columns.ts gives it');
});
