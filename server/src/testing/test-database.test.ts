import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import { makeTestDatabase } from './test-database.ts';

it('two test databases are migrated and independent of each other, and are removed when dropped', async () => {
  const [one, other] = await Promise.all([makeTestDatabase(), makeTestDatabase()]);
  const first = new pg.Client(one.owner);
  const second = new pg.Client(other.ownerUrl);
  await Promise.all([first.connect(), second.connect()]);
  await first.query('create table mine (n int)');
  assert.equal(await countTables(first, 'mine'), 1);
  assert.equal(await countTables(second, 'mine'), 0);
  assert.equal(await countTables(second, 'migration'), 1);
  await Promise.all([first.end(), second.end()]);
  await one.drop();
  await assert.rejects(new pg.Client(one.connection).connect());
  await other.drop();
});

async function countTables(client: pg.Client, name: string): Promise<number | null> {
  const found = await client.query('select 1 from pg_tables where tablename = $1', [name]);
  return found.rowCount;
}
