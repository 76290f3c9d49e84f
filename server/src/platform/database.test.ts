import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import sql from 'sql-template-tag';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { isDatabaseAway, type OpenDatabase, openDatabase } from './database.ts';
import { ok, refuse } from './result.ts';

let testDatabase: TestDatabase;
let db: OpenDatabase;
const lost: Error[] = [];

before(async () => {
  testDatabase = await makeTestDatabase();
  const { connection } = testDatabase;
  db = openDatabase({ connection, poolSize: 3, onIdleError: (error) => lost.push(error) });
  const owner = new pg.Client(testDatabase.owner);
  await owner.connect();
  await owner.query(`create table note (text text); grant all on note to ${connection.user}`);
  await owner.end();
});
after(async () => {
  await db.close();
  await testDatabase.drop();
});

function countNotes(): Promise<{ count: number }> {
  return db.one<{ count: number }>(sql`select count(*) from note`);
}

test('a refusal or an exception leaves nothing of its transaction behind', async () => {
  const refused = await db.transaction(async (tx) => {
    await tx.run(sql`insert into note values ('refused')`);
    return refuse('forbidden');
  });
  assert.equal(refused.ok, false);
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.run(sql`insert into note values ('thrown')`);
      throw new Error('a bug');
    }),
    /a bug/u,
  );
  assert.equal((await countNotes()).count, 0);
  await db.transaction(async (tx) => ok(await tx.run(sql`insert into note values ('kept')`)));
  assert.equal((await countNotes()).count, 1);
});

test('a connection lost between two statements of a transaction fails that one, not the process', async () => {
  const lostBefore = lost.length;
  const work = db.transaction(async (tx) => {
    const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await db.run(sql`select pg_terminate_backend(${pid})`);
    while (lost.length === lostBefore) await sleep(2);
    return ok(await tx.run(sql`insert into note values ('lost')`));
  });
  await assert.rejects(work, (error) => error instanceof Error);
  assert.ok(lost.slice(lostBefore).every(isDatabaseAway));
  assert.equal((await countNotes()).count, 1, 'and the next statement gets a sound connection');
});
