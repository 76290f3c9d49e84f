import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import sql from 'sql-template-tag';
import { sealTrail } from '../audit/seal-trail.ts';
import { seedDemo } from '../demo/seed.ts';
import { secret } from '../testing/identity-app.ts';
import { s3Environment, s3Kinds, type S3Service } from '../testing/s3-services.ts';
import { call, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTestDatabase, type TestDatabase, urlOf } from '../testing/test-database.ts';
import { startTestPostgres, type TestPostgres } from '../testing/test-postgres.ts';
import { startProcess } from '../testing/test-process.ts';
import { keptPdf, makeReportWithFile } from '../testing/test-reports.ts';
import { type FileStores, openDiskStore } from '../platform/file-store.ts';
import { BackupProblem } from './backup-file.ts';
import { connect, type Connection, listTables } from './backup.store.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let app: TestApp;
let other: TestPostgres;
let folder: string;
let file: string;
let source: Connection;
/** What stood in the tables when the backup was made. */
let atBackup: Record<string, string>;
/** Of the installation backed up. */
let sourceFiles: FileStores;
/** A database server without storage of its own keeps files in their rows. */
const inRows: FileStores = { forNew: undefined, all: [] };

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baari-backup-'));
  file = join(folder, 'all.backup.gz');
  const dataDir = join(folder, 'data');
  app = await makeTestApp({ settings: { DATA_DIR: dataDir } });
  const disk = openDiskStore(join(dataDir, 'files'));
  sourceFiles = { forNew: disk, all: [disk] };
  await seedDemo(app.db, app.clock, () => undefined);
  await makeReportWithFile(app, 'Asha "जी" O\'Rao\\n');
  other = await startTestPostgres();
  source = await connect(app.connection);
  // The running server seals the trail in its rounds: done here, it changes nothing in between.
  await sealTrail(app.db);
  atBackup = await digests(source);
  await writeBackup(source, file, {
    madeAt: app.clock.now(),
    secret: 'kept'.repeat(10),
    files: sourceFiles,
  });
});
after(async () => {
  await source.end();
  await app.close();
  await other.stop();
  await rm(folder, { recursive: true });
});

/** An empty database of another PostgreSQL server. */
async function emptyDatabase(name: string): Promise<pg.ClientConfig & { url: string }> {
  const server = await connect({ ...other.template, database: 'postgres' });
  await server.query(`create database ${name}`);
  await server.end();
  const address = { ...other.template, database: name };
  return { ...address, url: urlOf(address) };
}

async function digests(db: Connection): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name } of await listTables(db)) {
    const { rows } = await db.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '')
         as digest from ${name} t`,
    );
    found[name] = rows[0]?.digest ?? '';
  }
  return found;
}

test('a backup read into another PostgreSQL server has the same rows, and the server runs on it [SEC-13]', async () => {
  const database = await emptyDatabase('restored');
  const target = await connect(database);
  const disk = openDiskStore(join(folder, 'elsewhere'));
  const elsewhere = { forNew: disk, all: [disk] };
  const { rows, head } = await restoreBackup(target, file, elsewhere);
  assert.ok(rows > 500);
  assert.equal(head.secret, 'kept'.repeat(10));
  assert.deepEqual(await digests(target), atBackup);
  const { rows: named } = await target.query<{ file_key: string }>(
    'select file_key from report_file where file_key is not null',
  );
  assert.equal(named.length, 1);
  const bytes = await disk.get(named[0]?.file_key ?? '');
  assert.deepEqual(bytes, keptPdf);
  const { rows: events } = await target.query('select from event');
  assert.equal(events.length, 0, 'a place in the log is a transaction of the old server');
  await target.end();
  const server = await startProcess(database);
  try {
    const answer = await fetch(`${server.origin}/api/identity/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'patient@baari.example', password: 'baari-demo' }),
    });
    assert.equal(answer.status, 200, await answer.text());
  } finally {
    await server.end('SIGTERM');
  }
});

test('numbers that the database gives go on after the restored ones', async () => {
  const target = await connect(await emptyDatabase('counting'));
  await restoreBackup(target, file, inRows);
  const { rows } = await target.query<{ highest: string; next: string }>(
    `select coalesce(max(id), 0) as highest, nextval(pg_get_serial_sequence('audit', 'id')) as next
     from audit`,
  );
  assert.equal(Number(rows[0]?.next), Number(rows[0]?.highest) + 1);
  await target.end();
});

test('a backup is not read into a database that has anything, and changes nothing there', async () => {
  const before = await digests(source);
  await assert.rejects(restoreBackup(source, file, inRows), /not empty/u);
  assert.deepEqual(await digests(source), before);
});

test('a backup that was cut off or changed is refused, and leaves the database empty', async () => {
  const cut = join(folder, 'cut.gz');
  await writeFile(cut, await readFile(file));
  await truncate(cut, Math.floor((await stat(file)).size / 2));
  const shortened = join(folder, 'shortened.gz');
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
  await writeFile(shortened, gzipSync(lines.slice(0, -1).join('\n')));
  const thinned = join(folder, 'thinned.gz');
  const lastRow = lines.findLastIndex((line) => line.startsWith('R'));
  await writeFile(thinned, gzipSync(lines.toSpliced(lastRow, 1).join('\n')));
  const none = join(folder, 'none.gz');
  await writeFile(none, 'Dear all, please find the backup attached.');
  const database = await makeTestDatabase();
  const target = await connect(database.connection);
  for (const wrong of [cut, shortened, thinned, none]) {
    await assert.rejects(restoreBackup(target, wrong, inRows), BackupProblem, wrong);
  }
  for (const [name, digest] of Object.entries(await digests(target))) {
    assert.match(digest, /^0 /u, name);
  }
  await restoreBackup(target, file, inRows);
  const { rows: kept } = await target.query<{ bytes: Buffer }>(
    'select bytes from report_file where size = $1',
    [keptPdf.length],
  );
  assert.deepEqual(kept[0]?.bytes, keptPdf, 'a file from the disk is kept in its row');
  await target.end();
  await database.drop();
});

test('an earlier backup is not written over, and only its owner may read one [SEC-13]', async () => {
  await assert.rejects(
    writeBackup(source, file, { madeAt: new Date(), secret: null, files: sourceFiles }),
    /exists already/u,
  );
  assert.equal((await stat(file)).mode & 0o777, 0o600);
});

for (const { name, skip, start } of s3Kinds) {
  test(`a backup takes along the files that lie in ${name}, and where that is lost they are restored into a new one [RPT-1]`, {
    skip,
  }, async () => {
    const lost = await start();
    const source = await makeTestDatabase();
    const before = await makeTestApp({
      connection: source.connection,
      settings: s3Environment(lost.settings),
    });
    const { patient, id } = await makeReportWithFile(before, 'Asha Rao');
    const copy = join(folder, `${randomUUID()}.gz`);
    await runBackup(['backup', copy], source, lost);
    await before.close();
    await source.drop();
    await lost.close();

    const found = await start();
    const target = await makeTestDatabase();
    await runBackup(['restore', copy], target, found);
    const again = await makeTestApp({
      connection: target.connection,
      settings: s3Environment(found.settings),
    });
    try {
      const answer = await call(again, patient, 'downloadReportFile', { id });
      assert.equal(answer.text, keptPdf.toString());
      const { key } = await again.db.one<{ key: string }>(
        sql`select key from stored_file where kept_in = 's3'`,
      );
      assert.deepEqual(await found.look(key), keptPdf);
    } finally {
      await again.close();
      await target.drop();
      await found.close();
    }
  });
}

/** As an operator runs it. */
async function runBackup(args: string[], { url }: TestDatabase, s3: S3Service): Promise<void> {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [main, ...args], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: url,
      SECRET: secret,
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...s3Environment(s3.settings),
    },
  });
}
