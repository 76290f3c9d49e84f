/**
 * Tests a full disk: errors are clear, reads continue, readiness and the log report the full disk,
 * and a warning comes before.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeTestClock, publicUrl } from '../../testing/identity-app.ts';
import {
  assertRefused,
  call,
  makeTestApp,
  sendOver,
  type TestAnswer,
  type TestApp,
  type TestServer,
} from '../../testing/test-app.ts';
import { makeTestDatabase, type TestDatabase, urlOf } from '../../testing/test-database.ts';
import { mailsTo } from '../../testing/test-mails.ts';
import { makePatients, makeTown } from '../../testing/test-people.ts';
import { migrateTemplate } from '../../testing/test-postgres.ts';
import { startProcess, type TestProcess } from '../../testing/processes/test-process.ts';
import { embeddedAccounts } from '../database/database-accounts.ts';
import { isStorageFull, openDatabase } from '../database/database.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { refusalFor } from '../http/http.ts';
import { stateOfSpace, watchStorage } from '../files/storage.ts';

/** Mounts a small disk; undefined where this user may not mount. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'baari-full-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=250m', 'tmpfs', folder]);
  if (mounted.status === 0) {
    chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
    return folder;
  }
  rmSync(folder, { recursive: true });
  return undefined;
}

function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true, force: true });
}

/** Fills the disk with files, with ever smaller files at the end. */
function fill(folder: string): void {
  for (let size = 2 ** 20; size >= 512; size /= 2) {
    try {
      for (;;) appendFileSync(join(folder, 'filler'), Buffer.alloc(size));
    } catch (error) {
      assert.ok(error instanceof Error && 'code' in error && error.code === 'ENOSPC');
    }
  }
}

test('on a full disk changes are refused with an error code, reads and sessions continue, and the health check and log report the full disk [KEEP-2, KEEP-5] @long', async (t) => {
  const disk = mountSmallDisk();
  if (disk === undefined) {
    t.skip('This user may not mount a small disk.');
    return;
  }
  t.after(() => unmount(disk));
  const dataDir = join(disk, 'postgres');
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, isDurable: false });
  t.after(() => server.close());
  await migrateTemplate(server.address);
  const { running: connection, owner } = embeddedAccounts(server.address);
  const app = await makeTestApp({
    isListening: true,
    database: { connection, owner },
    databaseFolder: dataDir,
  });
  t.after(() => app.close());
  const town = await makeTown(app);
  const [patient] = await makePatients(app, 1);
  assert.ok(patient !== undefined);
  assert.deepEqual(await readiness(app), [200, 'sound']);
  fill(disk);
  await fillWhatTablesHaveLeft(app);

  const refused = await call(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  assertRefused(refused, 'storage_full');
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/u);
  const reads = [
    call(app, undefined, 'listHospitals'),
    call(app, undefined, 'getHospital', { id: town.hospitalId }),
    call(app, patient, 'getCurrentUser'),
    call(app, patient, 'listConsents'),
    call(app, town.admin, 'getOwnHospital'),
    call(app, town.admin, 'listPending', { id: town.hospitalId }),
    app.send({
      method: 'GET',
      url: '/api/identity/token',
      token: patient.session,
    }),
  ];
  for (const read of await Promise.all(reads)) assert.equal(read.status, 200, read.text);
  const health = await app.send({ method: 'GET', url: '/api/health' });
  assert.equal(health.status, 200);
  assertRefused(await app.send({ method: 'GET', url: '/api/ready' }), 'storage_full');
  const forReads = await app.send({ method: 'GET', url: '/api/ready?for=reads' });
  assert.equal(forReads.status, 200);
  const said = app.logged.filter((line) => line.includes('Nothing can be saved'));
  assert.ok(
    said.length > 0 && said.every((line) => line.includes(dataDir)),
    'the log names the folder',
  );

  rmSync(join(disk, 'filler'));
  const saved = await call(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  assert.equal(saved.status, 201, 'writes succeed again once there is space');
});

/**
 * Adds rows until the pages that tables already have are full. A full disk would still accept rows
 * in these pages.
 */
async function fillWhatTablesHaveLeft(app: Pick<TestApp, 'owner'>): Promise<void> {
  for (;;) {
    try {
      await app.owner.query(
        "insert into job (kind, payload, run_at) values ('filler', jsonb_build_object('of', repeat('x', 900)), 'infinity')",
      );
    } catch (error) {
      assert.ok(isStorageFull(error));
      return;
    }
  }
}

/** Adds small audit rows until not even a small row fits into the pages of the audit trail. */
async function fillTrail(owner: pg.Pool, hospitalId: string): Promise<void> {
  for (;;) {
    try {
      await owner.query(
        `insert into audit (at, user_id, role, hospital_id, action, patient_ids, address, outcome)
         values (now(), gen_random_uuid(), 'admin', $1, 'filler', '{}', '::1', 'ok')`,
        [hospitalId],
      );
    } catch (error) {
      assert.ok(isStorageFull(error));
      return;
    }
  }
}

async function readiness(app: TestApp): Promise<unknown> {
  const { status, body } = await app.send({ method: 'GET', url: '/api/ready' });
  assert.ok(typeof body === 'object' && body !== null && 'storage' in body);
  return [status, body.storage];
}

test('while the database accepts no writes, signed-in people can still read, even if their session is due for renewal [KEEP-2] @long', async (t) => {
  const database = await makeTestDatabase();
  t.after(() => database.drop());
  const app = await makeTestApp({ isListening: true, database });
  t.after(() => app.close());
  const town = await makeTown(app);
  app.clock.advance(2 * 60_000);
  await app.owner.query(
    `update identity.session
     set updated_at = updated_at - interval '2 days', expires_at = expires_at - interval '2 days'`,
  );
  await app.owner.query(
    `alter database ${database.connection.database} set default_transaction_read_only = on`,
  );
  await endConnections(database);
  const pending = await eventually(() =>
    call(app, town.admin, 'listPending', { id: town.hospitalId }),
  );
  assert.equal(pending.status, 200, pending.text);
  for (const path of ['token', 'get-session']) {
    const url = `/api/identity/${path}`;
    const read = await eventually(() =>
      app.send({ method: 'GET', url, token: town.admin.session }),
    );
    assert.equal(read.status, 200, `${path}: ${read.text}`);
  }
  const wrong = await app.send({
    method: 'POST',
    url: '/api/identity/sign-in/email',
    headers: { origin: publicUrl },
    body: { email: town.admin.email, password: 'whatever it is' },
  });
  assertRefused(wrong, 'storage_full');
  // A new database connection may only read unless it asks to write.
  await app.owner.query(
    `begin read write; alter database ${database.connection.database} reset all; commit`,
  );
  await endConnections(database);
  const readers = await untilAudited(app.owner);
  assert.deepEqual(readers, [town.admin.userId], 'the reader is audited afterwards');
});

/**
 * The users who, according to the audit trail, read the pending requests. Waits until the trail has
 * their rows.
 */
async function untilAudited(owner: pg.Pool): Promise<string[]> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const { rows } = await owner.query<{ user_id: string }>(
      "select user_id from audit where action = 'read pending requests' order by id",
    );
    if (rows.length > 0 || performance.now() > deadline) return rows.map((row) => row.user_id);
    await sleep(100);
  }
}

test('on a full disk each reading of patient data is recorded exactly once after the next start, even if the server was killed [SEC-13, KEEP-2] @long', async (t) => {
  const disk = mountSmallDisk();
  if (disk === undefined) return t.skip('This user may not mount a small disk.');
  t.after(() => unmount(disk));
  const postgres = await startEmbeddedPostgres({
    dataDir: join(disk, 'postgres'),
    log: () => undefined,
    isDurable: false,
  });
  t.after(() => postgres.close());
  await migrateTemplate(postgres.address);
  const { running, owner: ownersAccount } = embeddedAccounts(postgres.address);
  const owner = new pg.Pool({ ...ownersAccount, max: 2 });
  t.after(() => owner.end());
  const db = openDatabase({ connection: running, poolSize: 2, onIdleError: () => undefined });
  t.after(() => db.close());
  const folder = join(disk, 'data', 'waiting-audits');
  const start = async (): Promise<TestProcess> => {
    const settings = { DATA_DIR: join(disk, 'data') };
    const server = await startProcess({ url: urlOf(running) }, { settings });
    t.after(() => server.end('SIGKILL'));
    return server;
  };
  const at = ({ origin }: TestProcess): TestServer => ({
    db,
    clock: makeTestClock(),
    origin: () => origin,
    send: (request) => sendOver(origin, request),
  });

  const first = await start();
  const town = await makeTown(at(first));
  fill(disk);
  await fillTrail(owner, town.hospitalId);
  const readers = [town.admin, town.receptionist, town.admin, town.admin];
  const answers = await Promise.all(
    readers.map((reader) => call(at(first), reader, 'listPending', { id: town.hospitalId })),
  );
  for (const { status, text } of answers) assert.equal(status, 200, text);
  await first.end('SIGKILL');
  const [left = ''] = readdirSync(folder);
  const path = join(folder, left);
  assert.equal(statSync(path).mode & 0o777, 0o600, 'only the server reads the file');
  const content = readFileSync(path);
  assert.ok(!content.includes(town.admin.name) && content.includes(town.admin.userId));

  rmSync(join(disk, 'filler'));
  const expected = readers.map(({ userId }) => userId).toSorted();
  const second = await start();
  assert.deepEqual((await untilAudited(owner)).toSorted(), expected);
  assert.ok(!readdirSync(folder).includes(left));
  await second.end('SIGKILL');

  // Simulates that the second server was killed between writing the rows and deleting the file.
  writeFileSync(join(folder, left), content, { mode: 0o600 });
  const third = await start();
  assert.deepEqual((await untilAudited(owner)).toSorted(), expected, 'no row twice');
  assert.ok(!readdirSync(folder).includes(left));
  await third.end('SIGTERM');
  return undefined;
});

test('if staff read data and the reading can be recorded neither in the audit trail nor in a file, the reading is refused [SEC-13, KEEP-2] @long', async (t) => {
  const database = await makeTestDatabase();
  t.after(() => database.drop());
  const noFolder = join(mkdtempSync(join(tmpdir(), 'baari-nowhere-')), 'file');
  writeFileSync(noFolder, '');
  t.after(() => rmSync(dirname(noFolder), { recursive: true }));
  const app = await makeTestApp({ isListening: true, database, settings: { DATA_DIR: noFolder } });
  t.after(() => app.close());
  const town = await makeTown(app);
  const [patient] = await makePatients(app, 1);
  await app.owner.query(
    `alter database ${database.connection.database} set default_transaction_read_only = on`,
  );
  await endConnections(database);
  const refused = await eventually(() =>
    call(app, town.admin, 'listPending', { id: town.hospitalId }),
  );
  assertRefused(refused, 'storage_full');
  const own = await eventually(() => call(app, patient, 'listConsents'));
  assert.equal(own.status, 200, 'patients read their own data');
});

/** Ends all connections, because settings of a database apply only to new ones. */
async function endConnections({ connection }: TestDatabase): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where usename = current_user and datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.end();
}

/** Repeats a call until it succeeds, since the first calls after a lost connection fail. */
async function eventually(ask: () => Promise<TestAnswer>): Promise<TestAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (tries === 20 || answer.status !== 503 || !answer.text.includes('unavailable'))
      return answer;
  }
}

test('the server distinguishes a write that fails on a full disk from a programming error, in the database and in files', () => {
  const ofDatabase = (code: string) =>
    Object.assign(new pg.DatabaseError('not shown', 8, 'error'), { code });
  const ofSystem = (code: string) => Object.assign(new Error('not shown'), { code });
  for (const error of [ofDatabase('53100'), ofDatabase('25006'), ofSystem('ENOSPC')]) {
    assert.deepEqual(refusalFor(error), { ok: false, code: 'storage_full', retryAfterSeconds: 60 });
  }
  assert.equal(refusalFor(ofDatabase('53300')).code, 'unavailable');
  assert.equal(refusalFor(ofDatabase('53200')).code, 'overloaded', 'out of memory, temporarily');
  assert.equal(refusalFor(ofDatabase('22012')).code, 'internal');
});

test('a disk is nearly full below 10 % or 5 GB, and full when PostgreSQL cannot create its next log file', () => {
  const [mb, gb] = [2 ** 20, 2 ** 30];
  const of = (free: number, size: number) => stateOfSpace({ free, size });
  assert.deepEqual(
    [of(11 * gb, 100 * gb), of(4 * gb, 100 * gb), of(15 * mb, 100 * gb)],
    ['sound', 'low', 'full'],
  );
  assert.deepEqual([of(150 * mb, gb), of(90 * mb, gb)], ['sound', 'low']);
});

test('if a write to a remote database fails for lack of space, the server treats the disk as full', async () => {
  const storage = watchStorage({ folders: [], databaseIsAt: 'elsewhere' });
  assert.equal(await storage.state(), 'sound');
  storage.noteFull();
  assert.equal(await storage.state(), 'full');
});

test('the operator is warned once of a nearly full disk, in the log and by mail', async (t) => {
  const folder = mountSmallDisk();
  if (folder === undefined) return t.skip('This user may not mount a small disk.');
  t.after(() => unmount(folder));
  // Each of the two servers reserves 4 MB for audit rows that cannot be written yet.
  appendFileSync(join(folder, 'filler'), Buffer.alloc(222 * 2 ** 20));
  const app = await makeTestApp({ settings: { DATA_DIR: folder } });
  t.after(() => app.close());
  const beside = await makeTestApp({ beside: app, settings: { DATA_DIR: folder } });
  t.after(() => beside.close());
  const deadline = performance.now() + 10_000;
  let mails = await mailsTo(app.db, 'hello@baari.local');
  while (mails.length === 0 && performance.now() < deadline) {
    mails = await mailsTo(app.db, 'hello@baari.local');
  }
  assert.equal(mails.length, 1);
  assert.ok(JSON.stringify(mails[0]).includes(folder));
  assert.ok(app.logged.some((line) => line.includes('nearly full') && line.includes(folder)));
  return undefined;
});
