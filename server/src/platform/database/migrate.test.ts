/**
 * Tests upgrades while processes of the previous release run: locks, retries, kills and rewritten
 * files.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { makeTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { kindOf, lockedTables, type Migration, readMigrations } from './migration-files.ts';
import { migrate } from './migrate.ts';

const realFolder = new URL('../../../migrations/', import.meta.url);
const firstFolder = new URL('../../testing/first-migrations/', import.meta.url);

let database: TestDatabase;
let temporary: string;
const open = new Set<pg.Client>();

before(async () => {
  database = await makeTestDatabase();
  temporary = mkdtempSync(join(tmpdir(), 'baari-migrate-'));
});
after(async () => {
  await Promise.all([...open].map((client) => client.end().catch(() => undefined)));
  await database.drop();
  rmSync(temporary, { recursive: true, force: true });
});

async function connect(to: pg.ClientConfig = database.owner): Promise<pg.Client> {
  const client = new pg.Client(to);
  // The test ends connections on purpose.
  client.on('error', () => undefined);
  await client.connect();
  open.add(client);
  return client;
}

let folders = 0;

function folderOf(files: Readonly<Record<string, string>>): URL {
  folders += 1;
  const path = join(temporary, String(folders));
  mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return pathToFileURL(`${path}/`);
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

interface TableLock {
  readonly table: string;
  readonly granted: boolean;
}

/**
 * Waits until a connection waits for a lock. Returns the tables that the connection has locked or
 * waits for.
 */
async function untilItWaits(watcher: pg.Client, pid: number): Promise<TableLock[]> {
  for (;;) {
    const { rows } = await watcher.query<TableLock>(
      `select relation::regclass::text as table, granted from pg_locks
       where pid = $1 and locktype = 'relation' and mode = 'AccessExclusiveLock' order by 1`,
      [pid],
    );
    if (rows.some(({ granted }) => !granted)) return rows;
    await sleep(10);
  }
}

test('a database upgrade that waits for a busy table lets other work go first and retries later', async () => {
  const [holder, starter, patient] = await Promise.all([connect(), connect(), connect()]);
  await holder.query('create table busy (id int)');
  await holder.query('begin; select from busy');
  const folder = folderOf({ '9001_busy.sql': 'alter table busy add column more text' });
  const pid = await pidOf(starter);
  const migrated = migrate(starter, {}, { folder });
  migrated.catch(() => undefined);
  await untilItWaits(patient, pid);
  await patient.query(`set statement_timeout = '20s'`);
  await patient.query('select from busy');
  await holder.query('commit');
  assert.deepEqual((await migrated).applied, ['9001_busy.sql']);
});

/**
 * Upgrades two tables. Meanwhile another connection holds a lock of the second table and asks for one
 * of the first. Returns whether each waited for the other. The upgrade gives up after less than a
 * second, so on a busy machine the test may come too late.
 */
async function upgradeBesideChange(run: number): Promise<boolean> {
  const [application, starter, watcher] = await Promise.all([connect(), connect(), connect()]);
  const [first, second] = [`lock_a${run}`, `lock_b${run}`];
  await application.query(`create table ${first} (id int); create table ${second} (id int)`);
  const text = `-- locks: ${second}, ${first}\nalter table ${second} add more text; alter table ${first} add more text`;
  const file = `9002_locks_${run}.sql`;
  const pid = await pidOf(starter);
  await application.query(`begin; select from ${first}`);
  const migrated = migrate(starter, {}, { folder: folderOf({ [file]: text }) });
  migrated.catch(() => undefined);
  assert.deepEqual(await untilItWaits(watcher, pid), [{ table: first, granted: false }]);
  await application.query(`commit; begin; select from ${second}`);
  const isHeld = (locks: TableLock[]) =>
    locks.some(({ table, granted }) => table === first && granted);
  // After a failed try the upgrade waits for the second table alone.
  const isMissed = (locks: TableLock[]) => locks.every(({ table }) => table === second);
  let locks = await untilItWaits(watcher, pid);
  while (!isHeld(locks) && !isMissed(locks)) locks = await untilItWaits(watcher, pid);
  // From here on, each of the two connections waits for a lock that the other connection holds.
  await application.query(`insert into ${first} values (1)`);
  await application.query('commit');
  assert.deepEqual((await migrated).applied, [file]);
  return isHeld(locks);
}

test('a database upgrade locks several tables in alphabetical order, and causes no deadlock with a patient’s change', async () => {
  for (let run = 1; run <= 5; run += 1) if (await upgradeBesideChange(run)) return;
  assert.fail('the two never waited for each other');
});

test('a database index that an upgrade left invalid is rebuilt at the next start', async () => {
  const starter = await connect();
  await starter.query('create table listed (id int); insert into listed values (1), (1)');
  const folder = folderOf({
    '9003_listed.concurrent.sql':
      'create unique index concurrently listed_once on listed (id);\n\n-- By itself.\ncreate index concurrently listed_too on listed (id);\n',
  });
  await assert.rejects(migrate(starter, {}, { folder }), { code: '23505' });
  await starter.query('delete from listed where ctid = (select min(ctid) from listed)');
  assert.deepEqual((await migrate(starter, {}, { folder })).applied, [
    '9003_listed.concurrent.sql',
  ]);
  const { rows } = await starter.query(
    `select indexrelid::regclass::text as name from pg_index
     where indrelid = 'listed'::regclass and indisvalid and indisready order by 1`,
  );
  assert.deepEqual(rows, [{ name: 'listed_once' }, { name: 'listed_too' }]);
});

test('a data backfill that was killed continues where it stopped, and later processes rows that were locked', async () => {
  const [starter, staff, watcher] = await Promise.all([connect(), connect(), connect()]);
  await staff.query(`create table filled (id int primary key, letters text, times int default 0);
    insert into filled (id) select generate_series(1, 1000)`);
  const folder = folderOf({
    '9004_filled.backfill.sql':
      '-- each: filled where letters\n--   is null\nupdate filled set letters = id, times = times + 1 where id = any($1);\n',
  });
  const pid = await pidOf(starter);
  await staff.query('begin; select from filled where id = 500 for update');
  const killed = migrate(starter, {}, { folder });
  killed.catch(() => undefined);
  while ((await countOf(watcher, 'filled where letters is null')) > 1) await sleep(10);
  await watcher.query('select pg_terminate_backend($1)', [pid]);
  await assert.rejects(killed);
  await staff.query('commit');
  const again = await connect();
  assert.deepEqual((await migrate(again, {}, { folder })).applied, ['9004_filled.backfill.sql']);
  assert.equal(await countOf(watcher, 'filled where letters = id::text and times = 1'), 1000);
});

async function countOf(client: pg.Client, rows: string): Promise<number> {
  const found = await client.query<{ n: number }>(`select count(*)::int as n from ${rows}`);
  return found.rows[0]?.n ?? 0;
}

test('a data backfill that leaves rows unchanged, and so would never finish, is refused', async () => {
  const starter = await connect();
  await starter.query('create table kept (id int primary key); insert into kept values (1)');
  const folder = folderOf({
    '9005_kept.backfill.sql':
      '-- each: kept where id > 0\nupdate kept set id = id where id = any($1);\n',
  });
  await assert.rejects(migrate(starter, {}, { folder }), /leaves rows as they were/u);
});

test('when several server processes start at once, one migrates the database and the others wait without disturbing the migration', async () => {
  const starters = await Promise.all([connect(), connect(), connect(), connect()]);
  const folder = folderOf({
    '9006_shared.sql':
      'create table shared (id int primary key, letters text); insert into shared select generate_series(1, 1000)',
    '9007_shared.backfill.sql':
      '-- each: shared where letters is null\nupdate shared set letters = id where id = any($1);\n',
    '9008_shared.concurrent.sql':
      'create index concurrently shared_by_letters on shared (letters);\n',
  });
  const migrated = await Promise.all(starters.map((starter) => migrate(starter, {}, { folder })));
  assert.deepEqual(
    migrated.flatMap(({ applied }) => applied),
    ['9006_shared.sql', '9007_shared.backfill.sql', '9008_shared.concurrent.sql'],
  );
});

test('parts of the database that only the previous release uses are removed a day after the upgrade, once no process of that release runs', async () => {
  const starter = await connect();
  const files = { '9009_added.sql': 'create table added (id int)' };
  const later = { '9010_gone.after.sql': 'drop table added' };
  const folder = folderOf({ ...files, ...later });
  assert.deepEqual((await migrate(starter, {}, { folder })).applied, Object.keys(files));
  assert.deepEqual((await migrate(starter, {}, { folder })).applied, []);
  await letADayPass(starter);
  assert.deepEqual((await migrate(starter, {}, { folder })).applied, Object.keys(later));
});

async function letADayPass(owner: pg.Client): Promise<void> {
  await owner.query(`update migration set applied_at = applied_at - interval '25 hours'`);
}

async function begin(owner: pg.Client): Promise<void> {
  await owner.query(
    'drop schema public cascade; drop schema identity cascade; create schema public; create extension pg_trgm',
  );
}

/**
 * Everything that PostgreSQL's catalogue says about the application's tables, with columns in
 * order.
 */
async function structureOf(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ line: string }>(`
    with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'identity'))
    select format('%s.%s %s %s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
        attgenerated, attcollation::regcollation, pg_get_expr(adbin, adrelid)) as line,
      attrelid::regclass::text as of_table, attnum as at
    from pg_attribute a join pg_class c on c.oid = attrelid and c.relkind in ('r', 'v', 'p')
      join ours on ours.oid = relnamespace
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped
    union all select format('%s %s', pg_get_indexdef(indexrelid), indisvalid), '', 0
      from pg_index join pg_class c on c.oid = indexrelid join ours on ours.oid = relnamespace
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)), '', 0
      from pg_constraint k join ours on ours.oid = connamespace
    union all select pg_get_triggerdef(t.oid), '', 0
      from pg_trigger t join pg_class c on c.oid = tgrelid join ours on ours.oid = relnamespace
      where not tgisinternal
    union all select pg_get_functiondef(p.oid), '', 0
      from pg_proc p join ours on ours.oid = pronamespace
      where prokind = 'f' and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select format('%s %s', name, checksum), '', 0 from migration
    order by 2, 3, 1`);
  return rows.map(({ line }) => line);
}

test('migrations that were rewritten later lead to the same database structure as the original ones @long', async () => {
  const owner = await connect();
  const expected = await structureOf(await connect((await anotherDatabase()).owner));
  const first = join(temporary, 'first');
  cpSync(fileURLToPath(realFolder), first, { recursive: true });
  cpSync(fileURLToPath(firstFolder), first, { recursive: true });
  const folder = pathToFileURL(`${first}/`);
  for (const last of ['0216', '0220', '0234']) {
    await begin(owner);
    await migrate(owner, {}, { folder, isWanted: (name) => name < `${last}_~` });
    await owner.query(`insert into patient (name) values (U&'Zoe\\0301'), ('Asha')`);
    await migrate(owner, {});
    await owner.query(`insert into patient (name) values (U&'Zoe\\0301')`);
    assert.equal(await countOf(owner, 'patient where name_letters is not null'), 3, last);
    assert.equal(await countOf(owner, `patient where name_letters = 'zoe'`), 2, last);
    await letADayPass(owner);
    await migrate(owner, {});
    assert.deepEqual(await structureOf(owner), expected, last);
  }
});

let another: TestDatabase | undefined;
async function anotherDatabase(): Promise<TestDatabase> {
  another = await makeTestDatabase();
  return another;
}
after(async () => another?.drop());

test('rewritten migrations are recorded with the checksum of their original text', async () => {
  const first = (await readMigrations(firstFolder)).map(({ name, checksum }) => ({
    name,
    checksum,
  }));
  const byText = first.map(({ name }) => {
    const text = readFileSync(new URL(name, firstFolder), 'utf8');
    return { name, checksum: createHash('sha256').update(text).digest('hex') };
  });
  assert.deepEqual(first, byText);
});

/**
 * The number of the first migration file that must list the existing tables it locks, if it locks
 * several.
 */
const firstWithHeader = '0217';

test('no database migration rewrites a table, locks a table to build an index, or locks several tables without listing them', async () => {
  const owner = await connect();
  await begin(owner);
  await migrate(owner, {}, { isWanted: (name) => name < firstWithHeader });
  for (const migration of await readMigrations()) {
    const { name } = migration;
    if (name < firstWithHeader) continue;
    if (kindOf(name) === 'expand') {
      const { locked, rewritten, indexed } = await effectsOf(owner, migration);
      assert.deepEqual(rewritten, [], `${name} rewrites a table`);
      assert.deepEqual(indexed, [], `${name} builds an index: write a .concurrent.sql`);
      const named = lockedTables(migration.text);
      const unnamed = locked.filter((table) => !named.includes(table));
      assert.ok(
        locked.length < 2 || unnamed.length === 0,
        `${name} lacks "-- locks: ${locked.join(', ')}"`,
      );
    }
    await migrate(owner, {}, { isWanted: (each) => each <= name });
  }
});

interface Relation {
  readonly name: string;
  readonly kind: string;
  readonly file: number;
}

/**
 * Runs a migration file and returns how it affects existing tables. The file's changes are rolled
 * back afterwards.
 */
async function effectsOf(
  owner: pg.Client,
  { text }: Migration,
): Promise<{ locked: string[]; rewritten: string[]; indexed: string[] }> {
  const list = async (): Promise<Map<string, Relation>> => {
    const { rows } = await owner.query<Relation & { oid: string; table: string }>(
      `select c.oid::text, c.oid::regclass::text as name, relkind as kind, relfilenode::int as file
       from pg_class c where relnamespace in ('public'::regnamespace, 'identity'::regnamespace)
         and relkind in ('r', 'i')`,
    );
    return new Map(rows.map((row) => [row.oid, row]));
  };
  const earlier = await list();
  await owner.query('begin');
  await owner.query(text);
  const now = await list();
  const { rows: locks } = await owner.query<{ oid: string }>(
    `select distinct relation::text as oid from pg_locks where pid = pg_backend_pid() and locktype = 'relation'
       and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`,
  );
  const { rows: parents } = await owner.query<{ oid: string; table: string }>(
    'select indexrelid::text as oid, indrelid::text as table from pg_index',
  );
  await owner.query('rollback');
  const tables = [...earlier].filter(([, { kind }]) => kind === 'r');
  const locked = new Set(locks.map(({ oid }) => oid));
  return {
    locked: tables
      .filter(([oid]) => locked.has(oid))
      .map(([, { name }]) => name)
      .toSorted(),
    rewritten: tables
      .filter(([oid, { file }]) => (now.get(oid)?.file ?? file) !== file)
      .map(([, { name }]) => name),
    indexed: parents
      .filter(({ oid, table }) => !earlier.has(oid) && earlier.has(table) && now.has(oid))
      .map(({ oid }) => now.get(oid)?.name ?? oid),
  };
}
