import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { KnowingClient } from './known-answers.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

async function openClient(t: TestContext): Promise<KnowingClient> {
  const database = await makeTestDatabase();
  const client = new KnowingClient({ ...database.owner, pipeline: true });
  t.after(async () => {
    await client.end();
    await database.drop();
  });
  await client.connect();
  return client;
}

/** Counts how often the driver asks the database to describe a statement. */
function countDescribed(client: pg.Client): () => number {
  let described = 0;
  const { connection } = client;
  const describe = connection.describe.bind(connection);
  Object.assign(connection, {
    describe(...given: Parameters<typeof describe>) {
      described += 1;
      describe(...given);
    },
  });
  return () => described;
}

test('the database describes the columns of a prepared statement once, and later rows are read in the same way', async (t) => {
  const client = await openClient(t);
  const described = countDescribed(client);
  const typed = {
    name: 'typed',
    text: `select $1::int as number, 'a' as text, null::text as nothing, '{"b": [1]}'::json as json,
      timestamptz '2026-01-02T03:04:05Z' as at, array[1.5, 2]::float8[] as several`,
    values: [7],
  };
  const first = (await client.query(typed)).rows;
  const at = new Date('2026-01-02T03:04:05Z');
  const row = { number: 7, text: 'a', nothing: null, json: { b: [1] }, at, several: [1.5, 2] };
  assert.deepEqual(first, [row]);
  const [second, third] = await Promise.all([
    client.query({ ...typed, values: [8] }),
    client.query(typed),
  ]);
  assert.deepEqual(second.rows, [{ ...row, number: 8 }]);
  assert.deepEqual([third.rows, third.rowCount, third.command], [first, 1, 'SELECT']);
  assert.deepEqual(
    third.fields.map(({ name }) => name),
    Object.keys(row),
  );
  assert.equal(described(), 1);
});

test('a prepared statement that returns no rows or fails is also remembered as prepared, and later statements are answered', async (t) => {
  const client = await openClient(t);
  await client.query('create temporary table seen (id int primary key)');
  const described = countDescribed(client);
  const insert = (id: number) =>
    client.query({ name: 'insert', text: 'insert into seen values ($1)', values: [id] });
  const listed = { name: 'listed', text: 'select id from seen order by id' };
  assert.equal((await insert(1)).rowCount, 1);
  const [again, other, seen] = await Promise.allSettled([
    insert(1),
    insert(2),
    client.query(listed),
  ]);
  assert.equal(again.status, 'rejected');
  assert.ok(again.reason instanceof pg.DatabaseError && again.reason.code === '23505');
  assert.equal(other.status === 'fulfilled' && other.value.rowCount, 1);
  assert.deepEqual(seen.status === 'fulfilled' && seen.value.rows, [{ id: 1 }, { id: 2 }]);
  assert.equal((await client.query(listed)).rows.length, 2);
  assert.equal(described(), 2);
});
