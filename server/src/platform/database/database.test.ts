import assert from 'node:assert/strict';
import { readFileSync, globSync } from 'node:fs';
import { after, before, mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import sql from 'sql-template-tag';
import { makeTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { isDatabaseAway, isDatabaseBusy, type OpenDatabase, openDatabase } from './database.ts';
import { ok, refuse } from '../result.ts';

let testDatabase: TestDatabase;
let db: OpenDatabase;
let owner: pg.Client;
const lost: Error[] = [];

before(async () => {
  testDatabase = await makeTestDatabase();
  const { connection } = testDatabase;
  db = openDatabase({ connection, poolSize: 3, onIdleError: (error) => lost.push(error) });
  owner = new pg.Client(testDatabase.owner);
  await owner.connect();
  await owner.query(`create table note (text text); grant all on note to ${connection.user}`);
});
after(async () => {
  await db.close();
  await owner.end();
  await testDatabase.drop();
});

function countNotes(): Promise<{ count: number }> {
  return db.one<{ count: number }>(sql`select count(*) from note`);
}

test('a refusal or an exception inside a database transaction rolls the transaction back completely', async () => {
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

test('if a statement in a transaction fails unnoticed, the transaction is never reported as committed [INV-4]', async () => {
  const before = await countNotes();
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.run(sql`insert into note values ('kept?')`);
      await tx.run(sql`select 1 / 0`).catch(() => undefined);
      return ok('done');
    }),
    /an earlier statement failed/u,
  );
  assert.deepEqual(await countNotes(), before);
});

test('reads are answered even while more changes wait for one line than there are database connections [KEEP-4]', async () => {
  const { connection } = testDatabase;
  const crowded = openDatabase({ connection, poolSize: 4, onIdleError: assert.fail });
  const line = sql`select pg_advisory_xact_lock(4711)`;
  const held = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const first = crowded.transaction(async (tx) => {
    await tx.run(line);
    isHeld.resolve();
    await held.promise;
    return ok(undefined);
  });
  await isHeld.promise;
  const changes = Array.from({ length: 10 }, () =>
    crowded.transaction(async (tx) => ok(await tx.run(line))),
  );
  assert.ok((await crowded.one<{ count: number }>(sql`select count(*) from note`)).count >= 0);
  held.resolve();
  await Promise.all([first, ...changes]);
  await crowded.close();
});

test('a short database read is answered even while the statements of a long report use all connections reserved for reports [KEEP-4, KEEP-9]', async () => {
  const { connection } = testDatabase;
  const crowded = openDatabase({ connection, poolSize: 8, onIdleError: assert.fail });
  const answered: string[] = [];
  const long = Array.from({ length: 8 }, async () => {
    await crowded.longReads.one(sql`select pg_sleep(0.2)`);
    answered.push('report');
  });
  await crowded.one(sql`select 1 as one`);
  answered.push('short read');
  await Promise.all(long);
  assert.ok(answered.indexOf('short read') < 2, String(answered));
  await crowded.close();
});

test('statements sent to the database together run in order, and if one fails all are undone', async () => {
  const before = await countNotes();
  const work = db.transaction(async (tx) => {
    const [, count] = await Promise.all([
      tx.run(sql`insert into note values ('first')`),
      tx.one<{ count: number }>(sql`select count(*) from note`),
    ]);
    assert.equal(count.count, before.count + 1);
    await Promise.all([
      tx.run(sql`insert into note values ('second')`),
      tx.run(sql`insert into no_such_table values ('third')`),
      tx.run(sql`insert into note values ('fourth')`),
    ]);
    return ok(undefined);
  });
  await assert.rejects(work, /no_such_table/u);
  assert.deepEqual(await countNotes(), before);
});

test('if several statements were sent together, the reported error is that of the first one that failed', async () => {
  const lock = sql`select pg_advisory_xact_lock(4711)`;
  await owner.query('select pg_advisory_lock(4711)');
  try {
    await assert.rejects(
      db.transaction(async (tx) => {
        await tx.run(sql`set local lock_timeout = '50ms'`);
        // Represents a store function that does more work after its SQL statement before it
        // returns.
        const locking = (async () => {
          try {
            await tx.run(lock);
          } finally {
            await sleep(20);
          }
        })();
        await Promise.all([locking, tx.one(sql`select 1 as one`)]);
        return ok(undefined);
      }),
      (error: unknown) => isDatabaseBusy(error) && !isDatabaseAway(error),
    );
  } finally {
    await owner.query('select pg_advisory_unlock(4711)');
  }
});

test('a change that gets no database connection in time is refused as busy, and the database is not reported as down', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const small = openDatabase({
      connection: testDatabase.connection,
      poolSize: 2,
      onIdleError: (error) => lost.push(error),
    });
    const held = await Promise.all([small.pool.connect(), small.pool.connect()]);
    const waiting = small.transaction(async () => ok(undefined));
    const refused = assert.rejects(
      waiting,
      (error: unknown) => isDatabaseBusy(error) && !isDatabaseAway(error),
    );
    mock.timers.tick(20_000);
    await refused;
    for (const client of held) client.release();
    await small.close();
  } finally {
    mock.timers.reset();
  }
});

test('if the last SQL statement fails, the transaction is undone even though the commit was sent together with this statement', async () => {
  const before = await countNotes();
  const once = db.beforeCommit(() => sql`insert into no_such_table values ('last')`);
  const work = once.transaction(async (tx) => ok(await tx.run(sql`insert into note values ('x')`)));
  await assert.rejects(work, /no_such_table/u);
  assert.deepEqual(await countNotes(), before);
});

test('a statement sent after the end of its transaction is not run', async () => {
  const before = await countNotes();
  let late: Promise<unknown> = Promise.resolve();
  const work = db.transaction(async (tx) => {
    async function second(): Promise<void> {
      await sleep(20);
      await tx.run(sql`insert into note values ('late')`);
    }
    late = second();
    late.catch(() => undefined);
    throw new Error('a bug');
  });
  await assert.rejects(work, /a bug/u);
  await assert.rejects(late, /after its transaction/u);
  assert.deepEqual(await countNotes(), before);
});

test('losing the database connection inside a transaction fails the transaction and not the server process', async () => {
  const lostBefore = lost.length;
  const work = db.transaction(async (tx) => {
    const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await db.run(sql`select pg_terminate_backend(${pid})`);
    while (lost.length === lostBefore) await sleep(2);
    return ok(await tx.run(sql`insert into note values ('lost')`));
  });
  await assert.rejects(work, (error) => error instanceof Error);
  assert.ok(lost.slice(lostBefore).every(isDatabaseAway));
  assert.equal((await countNotes()).count, 1, 'the next statement gets a working connection');
});

/** A `select *`, which the stores in server/src never use: its columns change with the table. */
const careless = sql`select * from note order by text limit 1`;

async function addColumn(name: string): Promise<void> {
  await owner.query(`alter table note add column ${name} text`);
}

test('a prepared statement that fails because a column was added is prepared again and then succeeds [KEEP-7]', async () => {
  const [before] = await db.many(careless);
  await addColumn('one');
  const [after] = await db.many(careless);
  assert.deepEqual(after, { ...before, one: null });
});

test('a transaction that had only read when a column was added is repeated once [KEEP-7]', async () => {
  let runs = 0;
  async function work() {
    return db.transaction(async (tx) => {
      runs += 1;
      await tx.one(sql`select count(*) from note where 'delete from' <> 'update'`);
      const row = await tx.maybeOne(careless);
      await tx.run(sql`insert into note (text) values ('written after')`);
      return ok(row);
    });
  }
  await work();
  await addColumn('two');
  const notes = await countNotes();
  const done = await work();
  assert.ok(done.ok && done.value !== undefined && 'two' in done.value);
  assert.equal(runs, 3);
  assert.equal((await countNotes()).count, notes.count + 1);
});

test('a transaction that had already written when a column was added is undone, and its caller must retry [KEEP-7]', async () => {
  let runs = 0;
  async function work() {
    return db.transaction(async (tx) => {
      runs += 1;
      await tx.run(sql`insert into note (text) values ('written before')`);
      return ok(await tx.maybeOne(careless));
    });
  }
  await work();
  await addColumn('three');
  const notes = await countNotes();
  await assert.rejects(work(), isDatabaseBusy);
  assert.deepEqual(await countNotes(), notes);
  assert.equal((await work()).ok, true, 'the retry succeeds');
  assert.equal(runs, 3);
});

test('no SQL statement reads all columns by select *, because the code does not expect columns added later [KEEP-7]', () => {
  const stores = globSync('server/src/**/*.store.ts');
  assert.ok(stores.length > 30);
  for (const store of stores) {
    const text = readFileSync(store, 'utf8');
    const everything = /\b(?:select|returning)\s+\*(?!\s+from\s+unnest\()|\b\w+\.\*(?=[,\s])/iu;
    const [found] = everything.exec(text) ?? [];
    assert.equal(found, undefined, store);
  }
});

test('an idle database connection stays open without a time limit', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    await countNotes();
    const open = db.pool.totalCount;
    assert.ok(open > 0);
    mock.timers.tick(24 * 3_600_000);
    assert.equal(db.pool.totalCount, open);
  } finally {
    mock.timers.reset();
  }
});

test('inside transactions PostgreSQL uses one generic plan for a statement, and outside transactions a custom plan for its values', async () => {
  const asked = sql`select count(*) as planned_for from note where text = ${'a'}`;
  const plans = sql`
    select generic_plans as generic, custom_plans as custom from pg_prepared_statements
    where statement like '%planned_for from note%' and statement not like '%prepared%'`;
  const alone = openDatabase({
    connection: testDatabase.connection,
    poolSize: 1,
    onIdleError: assert.fail,
  });
  try {
    await alone.transaction(async (tx) => ok(await tx.one(asked)));
    assert.deepEqual(await alone.one(plans), { generic: 1, custom: 0 });
    await alone.one(asked);
    assert.deepEqual(await alone.one(plans), { generic: 1, custom: 1 });
  } finally {
    await alone.close();
  }
});
