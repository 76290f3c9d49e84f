/**
 * Tests that no file except the database itself contains patient data [SEC-5]. A real server with
 * its embedded PostgreSQL gets recognisable names and is made to fail in every known way. Then
 * every file under its data folder and all its output are searched.
 */
import assert from 'node:assert/strict';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { embeddedAccounts } from '../platform/database/database-accounts.ts';
import { type OpenDatabase, openDatabase } from '../platform/database/database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/embedded-postgres/embedded-postgres.ts';
import { rotateLog } from '../platform/embedded-postgres/embedded-postgres-log.ts';
import { makeTestClock } from '../testing/identity-app.ts';
import { call, get, sendOver, type TestServer } from '../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { startEmbedded, type TestProcess } from '../testing/processes/test-process.ts';

/**
 * Recognisable words. Every text that this test stores contains one of these words, which nothing
 * else contains.
 */
const marks = ['Xanthippe', '915550', 'zugzwang', 'qwertz', 'plumbago'] as const;

let folder: string;
let server: TestProcess;
let joined: EmbeddedPostgres;
let db: OpenDatabase;
let at: TestServer;
let town: Town;
let patient: TestPerson;
let said = '';

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'baari-files-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  server = await startEmbedded(folder, (text) => {
    said += text;
  });
  joined = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    log: () => undefined,
  });
  const { running } = embeddedAccounts(joined.address);
  db = openDatabase({ connection: running, poolSize: 2, onIdleError: () => undefined });
  const { origin } = server;
  at = {
    db,
    clock: makeTestClock(),
    origin: () => origin,
    send: (request) => sendOver(origin, request),
  };
  town = await makeTown(at);
  patient = await makePerson(at, {
    name: 'Xanthippe Rao',
    email: 'qwertz@example.org',
    phone: '+915550123456',
  });
});
after(async () => {
  await db.close();
  // The process that joined the running database is closed first, because it restarts the database
  // when the database stops.
  await joined.close();
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

/**
 * SQL statements that the application never sends. The database server must not log their values
 * either.
 */
const broken = [
  `select 'Xanthippe'::uuid`,
  `select 'zugzwang'::int + 1`,
  `select '{"symptoms": zugzwang}'::json`,
  `select 'plumbago'::timestamptz`,
  `select Xanthippe from patient`,
  `do $$ begin raise exception 'Xanthippe %', 'zugzwang'; end $$`,
  `do $$ begin raise warning 'plumbago'; end $$`,
  `insert into patient (id, name, phone) select id, 'Xanthippe', '+915550' from patient limit 1`,
  `insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, symptoms, joined_at)
   select hospital_id, id, id, 'lost', 'high', 'zugzwang', now() from doctor limit 1`,
  `insert into hospital (name) values ('Xanthippe')`,
  `delete from patient where name like 'Xanthippe%'; delete from audit where action = 'zugzwang'`,
  `set statement_timeout = 50; select pg_sleep(5), 'zugzwang'`,
];

async function breakEverything(): Promise<void> {
  const body = { doctorId: town.doctorId, symptoms: 'zugzwang since Monday' };
  const { queue } = await get(at, patient, 'requestPlace', { body });
  await call(at, patient, 'requestPlace', { body });
  await get(at, town.admin, 'approveRequest', { id: queue.id });
  await get(at, town.admin, 'noteEntry', { id: queue.id, body: { notes: 'plumbago' } });
  await call(at, town.admin, 'noteEntry', { id: queue.id, body: 'plumbago, not JSON' });
  const signUp = {
    name: 'Xanthippe Iyer',
    email: 'qwertz-8@example.org',
    password: 'correct horse',
  };
  await Promise.all(
    Array.from({ length: 8 }, () =>
      at.send({ method: 'POST', url: '/api/identity/sign-up/email', body: signUp }),
    ),
  );
  for (const statement of broken) {
    const client = new pg.Client(embeddedAccounts(joined.address).running);
    await client.connect();
    const failure: unknown = await client.query(statement).catch((error: unknown) => error);
    assert.ok(failure instanceof Error || statement.includes('warning'), statement);
    await client.end();
  }
  const client = new pg.Client(embeddedAccounts(joined.address).running);
  await client.connect();
  for (const values of [['Xanthippe'], ['zugzwang']]) {
    await assert.rejects(client.query('select $1::uuid', values));
  }
  await client.end();
}

/**
 * Kills a connection that works on patient data. PostgreSQL may log the statement that a killed
 * connection was running.
 */
async function killOneAtWork(): Promise<void> {
  const client = new pg.Client(embeddedAccounts(joined.address).running);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const work = client.query(
    `select string_agg(md5(n::text) || 'zugzwang', '' order by md5(n::text)), pg_sleep(20)
     from generate_series(1, 300000) n`,
  );
  work.catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 500));
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await assert.rejects(work);
  // PostgreSQL notices the kill only after a moment. The test waits for that, because until then
  // the server counts as ready.
  await until(() => killed.test(databaseLog()));
  await until(async () => (await at.send({ method: 'GET', url: '/api/ready' })).status === 200);
}

const killed = /was terminated by signal 9/u;

function databaseLog(): string {
  return readFileSync(join(folder, 'postgres/postgres.log'), 'utf8');
}

/** Polls until the condition is true. If it never is, the test's time limit ends the wait. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** PostgreSQL's own files, including spilled sorts, may hold patient data. */
const database =
  /^postgres\/(?:base|global|pg_(?:wal|xact|multixact|subtrans|commit_ts|logical|stat|stat_tmp|replslot|twophase|notify|serial|snapshots|dynshmem|tblspc))\//u;

function filesBesideDatabase(): string[] {
  return globSync('**/*', { cwd: folder, exclude: () => false })
    .filter((path) => !database.test(path) || path.includes('pgsql_tmp'))
    .filter((path) => statSync(join(folder, path)).isFile());
}

test('in the data folder only the database files contain patient data, even after failures [SEC-5]', async () => {
  await breakEverything();
  await killOneAtWork();
  const files = filesBesideDatabase();
  assert.ok(files.includes('postgres/postgres.log'), files.join());
  assert.match(databaseLog(), killed, 'what happened to the server itself is logged');
  for (const file of files) {
    const text = `${file}\n${readFileSync(join(folder, file), 'latin1')}`;
    for (const mark of marks) {
      assert.ok(!text.toLowerCase().includes(mark.toLowerCase()), `${mark} in ${file}`);
    }
  }
  assert.ok(said.length > 1000);
  for (const mark of marks) {
    assert.ok(!said.toLowerCase().includes(mark.toLowerCase()), `${mark} in what the server said`);
  }
});

test('files under the data folder are readable only by the account that runs the database or the server [SEC-5]', () => {
  for (const file of filesBesideDatabase()) {
    const mode = statSync(join(folder, file)).mode & 0o077;
    assert.equal(mode, 0, `${relative('.', file)} is open to others`);
  }
});

test('a large log of the database is split while PostgreSQL continues to write, and no other user account can read the files [SEC-5]', async () => {
  const file = join(folder, 'postgres/postgres.log');
  rotateLog(file, 10);
  assert.equal(statSync(file).size, 0);
  assert.match(readFileSync(`${file}.1`, 'utf8'), /was terminated by signal 9/u);
  process.kill(joined.pid(), 'SIGHUP');
  const deadline = Date.now() + 10_000;
  while (statSync(file).size === 0) {
    assert.ok(Date.now() < deadline, 'PostgreSQL writes into the same file');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.match(readFileSync(file, 'utf8'), /SIGHUP/u);
  for (const path of [file, `${file}.1`]) assert.equal(statSync(path).mode & 0o777, 0o600);
});
