/** Tests the record of running processes, and that migrations wait for those of an older release. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { makeTestApp } from '../../testing/test-app.ts';
import { makeTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { listPendingMigrations, migrate, type MigrateOptions } from '../database/migrate.ts';
import { version } from '../version.ts';
import { listProcesses, noteProcess, removeProcess } from './process.store.ts';
import { isOlder } from './versions.rules.ts';

const release = '0.2.0';
const former = '0.1.9';
const later = '9902_gone.after.sql';
const upMs = 1000;

let database: TestDatabase;
let owners: OpenDatabase;
let temporary: string;
let folder: URL;
before(async () => {
  database = await makeTestDatabase();
  owners = openDatabase({ connection: database.owner, poolSize: 2, onIdleError: () => undefined });
  temporary = mkdtempSync(join(tmpdir(), 'baari-processes-'));
  writeFileSync(join(temporary, '9901_used.sql'), 'create table used (id int)');
  // A second run would fail, because it finds no table.
  writeFileSync(join(temporary, later), 'drop table used');
  folder = pathToFileURL(`${temporary}/`);
});
beforeEach(async () => {
  await owners.pool.query(`delete from process; delete from migration where name like '99%';
    drop table if exists used`);
  assert.deepEqual(await upgrade(), ['9901_used.sql']);
});
after(async () => {
  await owners.close();
  await database.drop();
  rmSync(temporary, { recursive: true, force: true });
});

/** Upgrades the database as a process of the new release does; returns what was applied. */
async function upgrade(options: MigrateOptions = {}): Promise<readonly string[]> {
  const client = new pg.Client(database.owner);
  await client.connect();
  try {
    return (await migrate(client, {}, { folder, release, ...options })).applied;
  } finally {
    await client.end();
  }
}

async function letADayPass(): Promise<void> {
  await owners.pool.query(`update migration set applied_at = applied_at - interval '25 hours'`);
}

test('an upgrade removes nothing that the old release uses while one of its processes runs, and removes it afterwards [OPS-2]', async () => {
  const old = randomUUID();
  await noteProcess(owners, { id: old, version: former, upMs });
  await noteProcess(owners, { id: randomUUID(), version: release, upMs });
  await letADayPass();
  assert.deepEqual(await upgrade(), []);
  assert.deepEqual(await upgrade({ isAfterWanted: true }), [], 'nor if the operator asks');
  await removeProcess(owners, old);
  assert.deepEqual(await upgrade(), [later]);
});

test('a killed process of the old release is waited for no longer than two minutes [OPS-2]', async () => {
  await noteProcess(owners, { id: randomUUID(), version: former, upMs });
  await letADayPass();
  await owners.pool.query(`update process set seen_at = seen_at - interval '119 seconds'`);
  assert.deepEqual(await upgrade(), []);
  await owners.pool.query(`update process set seen_at = seen_at - interval '2 seconds'`);
  assert.deepEqual(await upgrade(), [later]);
});

test('of two processes that start at once, one removes what only the old release used [OPS-2]', async () => {
  await letADayPass();
  const applied = await Promise.all([upgrade(), upgrade()]);
  assert.deepEqual(applied.flat(), [later]);
});

test('within a day of an upgrade only the operator’s command removes what the old release used [OPS-2]', async () => {
  assert.deepEqual(await upgrade(), []);
  assert.deepEqual(await upgrade({ isAfterWanted: true }), [later]);
});

test('a server works without the migrations that wait [OPS-2]', async () => {
  const client = new pg.Client(database.owner);
  await client.connect();
  const pending = await listPendingMigrations(client, folder);
  await client.end();
  assert.deepEqual(pending, { needed: [], later: [later] });
});

test('a running server is on record with its version, and a stopped one is not [OPS-2]', async () => {
  const app = await makeTestApp({ database });
  const [own, ...others] = await listProcesses(owners, 10);
  assert.deepEqual([own?.version, own?.isLive, others.length], [version, true, 0]);
  await app.close();
  assert.deepEqual(await listProcesses(owners, 10), []);
});

test('a process that reports again keeps its start, and one that was not seen for a day is forgotten [OPS-2]', async () => {
  const [kept, gone] = [randomUUID(), randomUUID()];
  await noteProcess(owners, { id: gone, version: former, upMs });
  await owners.pool.query(`update process set seen_at = seen_at - interval '25 hours'`);
  await noteProcess(owners, { id: kept, version: release, upMs: 60_000 });
  const [before] = await listProcesses(owners, 10);
  await noteProcess(owners, { id: kept, version: release, upMs: 90_000 });
  const [again, ...others] = await listProcesses(owners, 10);
  assert.equal(again?.id, kept);
  assert.deepEqual(again.startedAt, before?.startedAt);
  assert.deepEqual(others, []);
});

test('versions are compared by their numbers [OPS-2]', () => {
  const pairs = [
    ['0.9.9', '0.10.0', true],
    ['0.10.0', '0.9.9', false],
    ['1.0.0', '1.0.0', false],
    ['1.2.3', '2.0.0', true],
  ] as const;
  for (const [one, other, expected] of pairs) assert.equal(isOlder(one, other), expected, one);
});
