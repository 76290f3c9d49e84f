import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { sealTrail } from '../audit/seal-trail.ts';
import { seedDemo } from '../demo/seed.ts';
import { givenReport, smallPdf } from '../testing/test-bodies.ts';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTestDatabase, urlOf } from '../testing/test-database.ts';
import { makePerson, makeTown } from '../testing/test-people.ts';
import { startTestPostgres, type TestPostgres } from '../testing/test-postgres.ts';
import { startProcess } from '../testing/test-process.ts';
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
  await addReportWithFile();
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

async function addReportWithFile(): Promise<void> {
  const town = await makeTown(app);
  const patient = await makePerson(app, { name: 'Asha "जी" O\'Rao\\n' });
  await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  const body = givenReport(patient.userId, town.doctorId);
  const { report } = await get(app, town.receptionist, 'createReport', { body });
  const sent = await app.app.http.inject({
    method: 'PUT',
    url: `/api/hospital/reports/${report.id}/file`,
    headers: {
      authorization: `Bearer ${town.receptionist.token}`,
      'content-type': 'application/pdf',
    },
    payload: Buffer.from(smallPdf),
  });
  assert.equal(sent.statusCode, 200, sent.body);
}

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

test('a backup read into another PostgreSQL server has the same rows, and the server runs on it [security 13]', async () => {
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
  assert.equal(bytes?.toString(), smallPdf);
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
    [smallPdf.length],
  );
  assert.equal(kept[0]?.bytes.toString(), smallPdf, 'a file from the disk is kept in its row');
  await target.end();
  await database.drop();
});

test('an earlier backup is not written over, and only its owner may read one [security 13]', async () => {
  await assert.rejects(
    writeBackup(source, file, { madeAt: new Date(), secret: null, files: sourceFiles }),
    /exists already/u,
  );
  assert.equal((await stat(file)).mode & 0o777, 0o600);
});
