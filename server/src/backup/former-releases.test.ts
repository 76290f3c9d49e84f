/**
 * Upgrades a stored database of each former release to this version. `npm run release` stores them
 * (scripts/release/store-database.ts).
 */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { migrationSteps } from '../migration-steps.ts';
import { grantRights } from '../platform/database/grants.ts';
import { migrate } from '../platform/database/migrate.ts';
import { secret } from '../testing/identity-app.ts';
import { get, makeTestApp } from '../testing/test-app.ts';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { signIn } from '../testing/test-people.ts';
import { readBackupFile } from './backup-file.ts';
import { connect, type Connection } from './backup.store.ts';
import { restoreBackup } from './restore-backup.ts';

const stored = globSync('*.backup.gz', {
  cwd: fileURLToPath(new URL('../testing/releases/', import.meta.url)),
});
const demoPassword = 'baari-demo';
const noKeys = { passphrase: undefined, identities: [] };

/** The number of rows of each table of a stored database. */
async function countStored(path: string): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  let table = '';
  for await (const line of readBackupFile(path, noKeys)) {
    if (line.kind === 'table') table = line.name;
    if (line.kind === 'row') rows[table] = (rows[table] ?? 0) + 1;
  }
  return rows;
}

async function countRows(
  db: Connection,
  tables: readonly string[],
): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    counted[table] = rows[0]?.n ?? 0;
  }
  return counted;
}

test('a database of a former release is stored for these tests [OPS-2]', () => {
  assert.ok(stored.length > 0);
});

async function removeTables(owner: Connection): Promise<void> {
  await owner.query(
    `drop schema public cascade; drop schema identity cascade; create schema public;
     grant usage on schema public to public; create extension pg_trgm`,
  );
}

/** Upgrades a stored database in place of the tables of a test's own database. */
async function upgradeStored(owner: Connection, path: string, account: string): Promise<void> {
  await removeTables(owner);
  await restoreBackup(owner, path, {
    files: { forNew: undefined, all: [] },
    keys: noKeys,
    steps: () => migrationSteps({ dataDir: '', secrets: [secret], trailKeys: undefined }),
  });
  await grantRights(owner, account, true);
}

async function listWaitingAtDesk(owner: Connection): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `select e.id from queue_entry e join staff_member s using (hospital_id)
       join identity."user" u on u.id = s.user_id
     where u.email = 'reception@baari.example' and e.status = 'waiting'`,
  );
  return rows.map(({ id }) => id).toSorted();
}

interface Column {
  /** The column with its table, such as public.patient.name. */
  readonly name: string;
  readonly table: string;
  readonly type: string;
  /** Whether a row needs a value that the database does not fill in. */
  readonly isRequired: boolean;
}

async function listColumns(db: Connection): Promise<Column[]> {
  const { rows } = await db.query<Column>(`
    select c.oid::regclass || '.' || attname as name, c.oid::regclass::text as table,
      format_type(atttypid, atttypmod) as type,
      attnotnull and not atthasdef and attidentity = '' as "isRequired"
    from pg_attribute a join pg_class c on c.oid = attrelid and c.relkind in ('r', 'p')
    where relnamespace in ('public'::regnamespace, 'identity'::regnamespace)
      and attnum > 0 and not attisdropped
    order by 1`);
  return rows;
}

/** One line for each column whose change makes processes of the former release fail. */
function breaksFormer(former: readonly Column[], present: readonly Column[]): string[] {
  const now = new Map(present.map((column) => [column.name, column]));
  const known = new Map(former.map((column) => [column.name, column]));
  const tables = new Set(former.map(({ table }) => table));
  return [
    ...former.flatMap(({ name, type }) => {
      const column = now.get(name);
      if (column === undefined) return [`${name} is gone: drop it in an .after.sql`];
      return column.type === type ? [] : [`${name} was ${type} and is ${column.type}`];
    }),
    ...present
      .filter(({ table, isRequired }) => isRequired && tables.has(table))
      .filter(({ name }) => known.get(name)?.isRequired !== true)
      .map(({ name }) => `${name} is required, and the former release writes none`),
  ];
}

test('an upgrade that would break processes of the former release is recognised by the columns [OPS-2]', () => {
  const table = 'patient';
  const former: Column[] = ['name', 'age', 'note'].map((name) => ({
    name,
    table,
    type: 'text',
    isRequired: name === 'name',
  }));
  const added = { table, type: 'text', isRequired: true };
  const present: Column[] = [
    { name: 'name', ...added },
    { name: 'age', ...added, type: 'integer' },
    { name: 'colour', ...added },
    { name: 'made', ...added, table: 'made' },
  ];
  assert.deepEqual(breaksFormer(former, former), []);
  assert.deepEqual(breaksFormer(former, present), [
    'age was text and is integer',
    'note is gone: drop it in an .after.sql',
    'age is required, and the former release writes none',
    'colour is required, and the former release writes none',
  ]);
});

for (const name of stored) {
  test(`a database of release ${basename(name, '.backup.gz')} upgrades with every row, people sign in with their passwords, and the desk reads its queue [OPS-2]`, async () => {
    const path = fileURLToPath(new URL(`../testing/releases/${name}`, import.meta.url));
    const database = await makeTestDatabase();
    const owner = await connect(database.owner);
    try {
      await upgradeStored(owner, path, database.connection.user);
      const rows = await countStored(path);
      assert.deepEqual(await countRows(owner, Object.keys(rows)), rows);
      assert.ok((await listWaitingAtDesk(owner)).length > 0);
      await workInUpgraded(database, owner);
    } finally {
      await owner.end();
      await database.drop();
    }
  });
}

for (const name of stored) {
  test(`processes of release ${basename(name, '.backup.gz')} find all their columns after the upgrade [OPS-2]`, async () => {
    const path = fileURLToPath(new URL(`../testing/releases/${name}`, import.meta.url));
    const migrations = await migrationsOf(path);
    const database = await makeTestDatabase();
    const owner = await connect(database.owner);
    try {
      await removeTables(owner);
      await migrate(owner, {}, { isWanted: (each) => migrations.has(each) });
      const former = await listColumns(owner);
      // Files marked `.after.` wait, because the tables were made just now.
      await migrate(owner, {});
      assert.deepEqual(breaksFormer(former, await listColumns(owner)), []);
    } finally {
      await owner.end();
      await database.drop();
    }
  });
}

async function migrationsOf(path: string): Promise<ReadonlySet<string>> {
  for await (const line of readBackupFile(path, noKeys)) {
    if (line.kind === 'head') return new Set(line.head.migrations.map(({ name }) => name));
    break;
  }
  throw new Error(`${path} has no header`);
}

async function workInUpgraded(database: TestDatabase, owner: Connection): Promise<void> {
  const app = await makeTestApp({ database });
  try {
    const { token } = await signIn(app, 'reception@baari.example', demoPassword);
    const { user } = await get(app, { token }, 'getCurrentUser');
    const { queues } = await get(app, { token }, 'listWaiting', { id: user.hospitalId ?? '' });
    // The server ends the stored day some seconds after its start.
    assert.deepEqual(queues.map(({ id }) => id).toSorted(), await listWaitingAtDesk(owner));
    const patient = await signIn(app, 'patient@baari.example', demoPassword);
    const { queues: visits } = await get(app, patient, 'listHistory');
    assert.ok(visits.every(({ endedAt }) => endedAt !== null));
  } finally {
    await app.close();
  }
}
