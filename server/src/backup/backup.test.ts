import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import sql from 'sql-template-tag';
import { seedDemo } from '../demo/seed.ts';
import { secret } from '../testing/identity-app.ts';
import { s3Environment, s3Kinds, type S3Service } from '../testing/stand-ins/s3-services.ts';
import { call, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTestDatabase, type TestDatabase, urlOf } from '../testing/test-database.ts';
import { startTestPostgres, type TestPostgres } from '../testing/test-postgres.ts';
import { startProcess } from '../testing/processes/test-process.ts';
import { signIn } from '../testing/test-people.ts';
import { keptPdf, makeReportWithFile } from '../testing/test-reports.ts';
import { type FileStores, openDiskStore } from '../platform/files/file-store.ts';
import { version } from '../platform/version.ts';
import { checkNow, sealNow } from '../testing/test-trail.ts';
import { openDatabase } from '../platform/database/database.ts';
import { ageIsMissing } from '../testing/stand-ins/age.ts';
import {
  decrypting,
  type Lock,
  makeKeyFile,
  readIdentities,
  readLock,
} from './backup-encryption.ts';
import { backupHead, type BackupLine, writeBackupFile } from './backup-file.ts';
import { BackupProblem } from './backup-problem.ts';
import { connect, type Connection, keptRowsOf, listKeptTables } from './backup.store.ts';
import { restoreBackup, type RestoreParts } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const run = promisify(execFile);

let app: TestApp;
let other: TestPostgres;
let folder: string;
let file: string;
/** What the backup in these tests is encrypted with, including the key that decrypts it. */
let lock: Lock;
let keyFile: string;
let identities: readonly string[];
let source: Connection;
/** The content of the tables when the backup was made. */
let atBackup: Record<string, string>;
/** The file stores of the source installation. */
let sourceFiles: FileStores;
/**
 * The file stores of an installation that has a remote database and no file store. Such an
 * installation keeps files in their database rows.
 */
const inRows: FileStores = { forNew: undefined, all: [] };

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baari-backup-'));
  file = join(folder, 'all.backup.gz.age');
  keyFile = join(folder, 'key');
  await makeKeyFile(keyFile);
  lock = await readLock(keyFile);
  identities = await readIdentities(keyFile);
  const dataDir = join(folder, 'data');
  app = await makeTestApp({ settings: { DATA_DIR: dataDir } });
  const disk = openDiskStore(join(dataDir, 'files'));
  sourceFiles = { forNew: disk, all: [disk] };
  await seedDemo(app.db, app.clock, () => undefined);
  await makeReportWithFile(app, 'Asha "जी" O\'Rao\\n');
  other = await startTestPostgres();
  source = await connect(app.owner.options);
  await plantSecrets();
  // The running server hashes audit rows and sends messages. The backup is repeated until nothing
  // changed while it was made.
  do {
    await rm(file, { force: true });
    await sealNow(app.db);
    atBackup = await digests(source);
    await writeBackup(source, file, {
      madeAt: app.clock.now(),
      secret: 'kept'.repeat(10),
      files: sourceFiles,
      lock,
    });
  } while (!isDeepStrictEqual(await digests(source), atBackup));
});
after(async () => {
  await source.end();
  await app.close();
  await other.stop();
  await rm(folder, { recursive: true });
});

/** The restore options with the key that decrypts the backup. */
function parts(files: FileStores): RestoreParts {
  return { files, keys: { identities }, steps: () => ({}) };
}

/** The file store on disk, as the backed-up installation has it. */
function onDisk(): FileStores {
  const disk = openDiskStore(join(folder, randomUUID()));
  return { forNew: disk, all: [disk] };
}

/** Creates an empty database on another PostgreSQL server. */
async function emptyDatabase(name: string): Promise<pg.ClientConfig & { url: string }> {
  const server = await connect({ ...other.template, database: 'postgres' });
  await server.query(`create database ${name}`);
  await server.end();
  const address = { ...other.template, database: name };
  return { ...address, url: urlOf(address) };
}

async function digests(db: Connection): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of await listKeptTables(db)) {
    const { name, columns } = table;
    // Transaction numbers of the old server have no meaning on the new server, so they are not
    // compared.
    const kept = columns.filter((column) => column !== 'transaction_id').join(', ');
    const { rows } = await db.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '')
         as digest from (select ${kept} from ${name} where ${keptRowsOf(table)}) t`,
    );
    found[name] = rows[0]?.digest ?? '';
  }
  return found;
}

test('a backup restored into another PostgreSQL server has the same rows, and Baari runs on that server [SEC-13] @long', async () => {
  const database = await emptyDatabase('restored');
  const target = await connect(database);
  const disk = openDiskStore(join(folder, 'elsewhere'));
  const elsewhere = { forNew: disk, all: [disk] };
  const { rows, head } = await restoreBackup(target, file, parts(elsewhere));
  assert.ok(rows > 500);
  assert.equal(head.secret, 'kept'.repeat(10));
  assert.equal(head.madeBy, version);
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

test('after restoring a backup, newly generated numbers in the database continue after the restored numbers @long', async () => {
  const target = await connect(await emptyDatabase('counting'));
  await restoreBackup(target, file, parts(inRows));
  const { rows } = await target.query<{ highest: string; next: string }>(
    `select coalesce(max(id), 0) as highest, nextval(pg_get_serial_sequence('audit', 'id')) as next
     from audit`,
  );
  assert.equal(Number(rows[0]?.next), Number(rows[0]?.highest) + 1);
  await target.end();
});

test('after restoring a backup, a hospital’s own system gets no event twice and is refused with its old cursor [KEEP-8, API-29] @long', async () => {
  const target = await connect(await emptyDatabase('events'));
  const restoredAt = Date.now();
  await restoreBackup(target, file, parts(inRows));
  const { rows } = await target.query<{ position: string; pruned: string; next: string }>(
    `select position, pruned_to as pruned, nextval('event_id_seq') as next from event_relay`,
  );
  const [after] = rows;
  assert.ok(after !== undefined);
  const position = Number(after.position);
  assert.ok(position >= restoredAt, 'beyond every position of the old server');
  assert.deepEqual([Number(after.pruned), Number(after.next)], [position, position + 1]);
  await target.end();
});

test('restoring into a non-empty database is refused and changes nothing', async () => {
  const before = await digests(source);
  await assert.rejects(restoreBackup(source, file, parts(inRows)), /not empty/u);
  assert.deepEqual(await digests(source), before);
});

/** Reads the text of a backup, decrypted and decompressed. */
async function textIn(path: string): Promise<string> {
  const handle = await open(path);
  const plain = await decrypting(handle.createReadStream(), { identities });
  const packed = await plain.toArray();
  return gunzipSync(Buffer.concat(packed)).toString();
}

test('a truncated or changed backup is refused and leaves the database empty @long', async () => {
  const cut = join(folder, 'cut.gz.age');
  await writeFile(cut, await readFile(file));
  await truncate(cut, Math.floor((await stat(file)).size / 2));
  const changed = join(folder, 'changed.gz.age');
  const bytes = await readFile(file);
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
  await writeFile(changed, bytes);
  const shortened = join(folder, 'shortened.gz');
  const lines = (await textIn(file)).trimEnd().split('\n');
  await writeFile(shortened, gzipSync(lines.slice(0, -1).join('\n')));
  const thinned = join(folder, 'thinned.gz');
  const lastRow = lines.findLastIndex((line) => line.startsWith('R'));
  await writeFile(thinned, gzipSync(lines.toSpliced(lastRow, 1).join('\n')));
  const none = join(folder, 'none.gz');
  await writeFile(none, 'Dear all, please find the backup attached.');
  const database = await makeTestDatabase();
  const target = await connect(database.owner);
  for (const wrong of [cut, changed, shortened, thinned, none]) {
    await assert.rejects(restoreBackup(target, wrong, parts(inRows)), BackupProblem, wrong);
  }
  for (const [name, digest] of Object.entries(await digests(target))) {
    assert.match(digest, /^0 /u, name);
  }
  await restoreBackup(target, file, parts(inRows));
  const { rows: kept } = await target.query<{ bytes: Buffer }>(
    'select bytes from report_file where size = $1',
    [keptPdf.length],
  );
  assert.deepEqual(kept[0]?.bytes, keptPdf, 'a file from the disk is kept in its row');
  await target.end();
  await database.drop();
});

test('a backup never overwrites an earlier backup, and only its owner can read the file [SEC-13]', async () => {
  await assert.rejects(
    writeBackup(source, file, { madeAt: new Date(), secret: null, files: sourceFiles, lock }),
    /exists already/u,
  );
  assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test('a file gets the backup’s name only once the backup is complete, so a backup that is killed leaves no such file [KEEP-8]', async () => {
  const written = join(folder, 'killed.gz.age');
  const underName: boolean[] = [];
  async function* lines(): AsyncGenerator<BackupLine> {
    const [head] = (await textIn(file)).split('\n', 1);
    yield { kind: 'head', head: backupHead.parse(JSON.parse(head?.slice(1) ?? '')) };
    underName.push(existsSync(written));
    await Promise.resolve();
    yield { kind: 'end', rows: 0 };
  }
  // Two backup runs at once, as when a retry begins before a killed run has ended. The first run to
  // finish writes the file.
  const both = await Promise.allSettled([
    writeBackupFile(written, lines(), lock),
    writeBackupFile(written, lines(), lock),
  ]);
  assert.deepEqual(underName, [false, false]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  assert.match(await textIn(written), /E\{"rows":0\}/u);
  const left = (await readdir(folder)).filter((name) => name.startsWith('killed'));
  assert.deepEqual(left, ['killed.gz.age']);
});

test('a mistyped backup command says what is wrong, and neither writes nor reads a backup [KEEP-8] @long', async () => {
  const key = join(folder, 'typed-key');
  await makeKeyFile(key);
  const wanted = join(folder, 'typed.gz.age');
  const nowhere = join(folder, 'no-such-folder', 'typed.gz.age');
  const database = await makeTestDatabase();
  const mistyped: readonly (readonly [RegExp, ...string[]])[] = [
    [/npm run backup-key -- file/u, 'key'],
    [/npm run restore -- file/u, 'restore'],
    [/Name only one file/u, 'backup', '--key', key, wanted, 'another'],
    [/Name only one file/u, 'restore', '--key', key, file, 'another'],
    [/either --key or --unencrypted/u, 'backup', '--key', key, '--unencrypted', wanted],
    [/Cannot write/u, 'backup', '--key', key, nowhere],
    [/Cannot read/u, 'restore', '--key', key, nowhere],
    [/Cannot read/u, 'restore', '--key', key, folder],
  ];
  for (const [words, ...args] of mistyped) {
    const { code, said } = await ended(args, database);
    assert.equal(code, 1, said);
    assert.match(said, words);
    assert.doesNotMatch(said, /^ {4}at /mu, 'no place in the code');
  }
  assert.ok(!existsSync(wanted), 'nothing was written');
  await database.drop();
});

test('restoring a backup renames another installation’s secret file in the folder instead of overwriting it [KEEP-8] @long', async () => {
  const dataDir = join(folder, 'kept-here');
  await mkdir(dataDir);
  const theirs = 'another installation’s own secret, long enough';
  await writeFile(join(dataDir, 'secret'), theirs);
  const key = join(folder, 'aside-key');
  await makeKeyFile(key);
  const copy = join(folder, 'aside.gz.age');
  const restored = 'kept'.repeat(10);
  await writeBackup(source, copy, {
    madeAt: new Date(),
    secret: restored,
    files: sourceFiles,
    lock: await readLock(key),
  });
  const database = await makeTestDatabase();
  const { code, said } = await ended(['restore', '--key', key, copy], database, dataDir);
  assert.equal(code, 0, said);
  const aside = (await readdir(dataDir)).filter((name) => name.startsWith('secret.before-'));
  assert.equal(aside.length, 1);
  assert.equal(await readFile(join(dataDir, aside[0] ?? ''), 'utf8'), theirs);
  assert.equal(await readFile(join(dataDir, 'secret'), 'utf8'), restored);
  assert.match(said, /Another secret was kept here/u);
  await database.drop();
});

/** Runs a command as an operator does. Returns its exit code and output, even if it failed. */
function ended(
  args: readonly string[],
  { url, ownerUrl }: TestDatabase,
  dataDir = join(folder, 'no-data'),
): Promise<{ readonly code: number; readonly said: string }> {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    DATA_DIR: dataDir,
    SECRET: secret,
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, said, complained) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: said + complained });
    });
  });
}

for (const { name, skip, start } of s3Kinds) {
  test(`a backup includes the report files stored in ${name}, and restores the files into an empty storage after a loss [RPT-1] @long`, {
    skip,
  }, async () => {
    const lost = await start();
    const source = await makeTestDatabase();
    const before = await makeTestApp({
      database: source,
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
      database: target,
      settings: s3Environment(found.settings),
    });
    try {
      const signedIn = await signIn(again, patient.email);
      const answer = await call(again, signedIn, 'downloadReportFile', { id });
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

test('a backup is made and restored even if report files are missing or changed, and names these files by id only [KEEP-8, RPT-1] @long', async () => {
  const database = await makeTestDatabase();
  const dataDir = join(folder, 'with-losses');
  const before = await makeTestApp({ database, settings: { DATA_DIR: dataDir } });
  const whole = await makeReportWithFile(before, 'Asha Rao');
  const lost = await makeReportWithFile(before, 'Bela Rao');
  const changed = await makeReportWithFile(before, 'Chitra Rao');
  const pathOf = async ({ id }: { readonly id: string }) => {
    const { key } = await before.db.one<{ key: string }>(
      sql`select file_key as key from report_file where report_id = ${id}`,
    );
    return join(dataDir, 'files', key.slice(0, 2), key);
  };
  await rm(await pathOf(lost));
  await writeFile(await pathOf(changed), 'another file');
  await before.close();
  const key = join(folder, 'losses-key');
  await makeKeyFile(key);
  const copy = join(folder, 'with-losses.gz.age');
  const made = await ended(['backup', '--key', key, copy], database, dataDir);
  assert.equal(made.code, 2, made.said);
  assert.match(made.said, new RegExp(`missing[^:]+:\\n +report ${lost.id}\\n`, 'u'));
  assert.match(made.said, new RegExp(`changed[^:]+:\\n +report ${changed.id}\\n`, 'u'));
  assert.doesNotMatch(made.said, new RegExp(`Rao|${whole.id}`, 'u'));
  await database.drop();

  const target = await makeTestDatabase();
  const restored = await ended(['restore', '--key', key, copy], target, join(folder, 'no-files'));
  assert.equal(restored.code, 0, restored.said);
  assert.ok(restored.said.includes(lost.id) && !restored.said.includes(whole.id), restored.said);
  const again = await makeTestApp({ database: target, settings: { DATA_DIR: folder } });
  try {
    for (const [{ patient, id }, status] of [
      [whole, 200],
      [lost, 410],
      [changed, 409],
    ] as const) {
      const signedIn = await signIn(again, patient.email);
      const answer = await call(again, signedIn, 'downloadReportFile', { id });
      assert.equal(answer.status, status, answer.text);
    }
  } finally {
    await again.close();
    await target.drop();
  }
});

test('a backup that lacks a file without listing it as missing is refused [KEEP-8] @long', async () => {
  const lines = (await textIn(file)).trimEnd().split('\n');
  const without = join(folder, 'without-file.gz');
  await writeFile(without, gzipSync(lines.filter((line) => !line.startsWith('F')).join('\n')));
  const target = await connect(await emptyDatabase('without_file'));
  await assert.rejects(restoreBackup(target, without, parts(inRows)), /lacks the file/u);
  await target.end();
});

/** Runs the backup command as an operator does. */
async function runBackup(
  args: string[],
  { url, ownerUrl }: TestDatabase,
  s3: S3Service,
): Promise<void> {
  await run(process.execPath, [main, ...args], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      SECRET: secret,
      SMTP_URL: 'smtp://127.0.0.1:9',
      BACKUP_PASSPHRASE: passphrase,
      ...s3Environment(s3.settings),
    },
  });
}

const passphrase = 'correct-horse-battery-staple';
const main = fileURLToPath(new URL('main.ts', import.meta.url));

/**
 * A word that the test stores in every value that would give access or allow acting in another
 * person's name.
 */
const plantedSecret = 'plumbago';

async function plantSecrets(): Promise<void> {
  const { pool } = app.db;
  const { rows } = await pool.query<{ id: string }>('select id from identity."user" limit 1');
  const user = rows[0]?.id;
  const values = `gen_random_uuid(), $1, '${plantedSecret}', now() + interval '1 day'`;
  await pool.query(
    `with s as (insert into identity.session (id, user_id, token, expires_at) values (${values})
       returning id)
     insert into push_device (account_id, session_id, endpoint, p256dh, auth, added_at)
     select $1::uuid, id, '${plantedSecret}', '${plantedSecret}', '${plantedSecret}', now() from s`,
    [user],
  );
  const statements = [
    `insert into identity.verification (identifier, value, expires_at)
     values ('${plantedSecret}', '${plantedSecret}', now())`,
    `insert into identity.password_reset (token_hash, user_id, expires_at)
     select '${plantedSecret}', id, now() from identity."user" limit 1`,
    `insert into identity.phone_code (confirmation_hash, phone_hash, code_hash, expires_at)
     values ('${plantedSecret}', '${plantedSecret}', '${plantedSecret}', now())`,
    `update identity.account set access_token = '${plantedSecret}', id_token = '${plantedSecret}',
       refresh_token = '${plantedSecret}' where provider_id = 'credential'`,
    `insert into idempotency_key (user_id, key, request_hash, claimed_at, answer)
     select id, '${plantedSecret}', '', now(), '{"name":"${plantedSecret}"}'
     from identity."user" limit 1`,
    `insert into outbox_message (job_id, recipient, subject, plain, html, created_at)
     values (999999, 'a@example.org', '${plantedSecret}', '', '', now())`,
    `insert into job (kind, payload, run_at) values
       ('mail', '{"plain":"${plantedSecret}"}', now() + interval '1 day'),
       ('sms', '{"text":"${plantedSecret}"}', now() + interval '1 day')`,
  ];
  for (const statement of statements) await pool.query(statement);
}

test('an encrypted backup is unreadable, and only the right key or passphrase opens the backup [KEEP-8] @long', async () => {
  const bytes = await readFile(file);
  assert.ok(bytes.subarray(0, 21).toString() === 'age-encryption.org/v1');
  for (const known of ['Sanjeevani', 'baari backup', 'kept'.repeat(3)]) {
    assert.ok(!bytes.includes(known), known);
  }
  assert.ok((await textIn(file)).includes('Sanjeevani'), 'its key opens it');
  const other = join(folder, 'other-key');
  await makeKeyFile(other);
  const target = await connect(await emptyDatabase('locked'));
  for (const keys of [
    { identities: await readIdentities(other) },
    { identities: [], passphrase },
    { identities: [] },
  ]) {
    await assert.rejects(
      restoreBackup(target, file, { ...parts(inRows), keys }),
      /No key or passphrase opens/u,
    );
  }
  await target.end();
});

test('a backup contains no session, token, sign-in code, invitation link or stored API answer [KEEP-8]', async () => {
  assert.ok(!(await textIn(file)).includes(plantedSecret));
});

test('restoring a backup of an earlier version deletes its sessions, tokens, sign-in codes and stored API answers [KEEP-8] @long', async () => {
  const lines = (await textIn(file)).trimEnd().split('\n');
  const [head = ''] = lines;
  const end = lines.at(-1);
  const { rows } = await source.query<{ row: string }>(
    'select to_json(t)::text as row from identity.session t',
  );
  const session: unknown = JSON.parse(rows[0]?.row ?? '');
  assert.ok(typeof session === 'object' && session !== null);
  const columns = Object.keys(session);
  const older = join(folder, 'older.backup.gz');
  await writeFile(
    older,
    gzipSync(
      [
        head,
        ...lines.slice(1, -1),
        `T${JSON.stringify({ name: 'identity.session', columns })}`,
        ...rows.map(({ row }) => `R${row}`),
        end?.replace(/\d+/u, (n) => String(Number(n) + rows.length)),
      ].join('\n'),
    ),
  );
  const target = await connect(await emptyDatabase('older'));
  await restoreBackup(target, older, { ...parts(onDisk()), keys: { identities: [] } });
  const { rows: sessions } = await target.query('select from identity.session');
  assert.equal(sessions.length, 0);
  assert.deepEqual(await digests(target), atBackup);
  await target.end();
});

test('an unencrypted backup needs an explicit option and does not contain the installation’s secret [KEEP-8] @long', async () => {
  const environment = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'nothing') };
  const wanted = join(folder, 'careless.backup.gz');
  await assert.rejects(
    run(process.execPath, [main, 'backup', wanted], { env: environment }),
    (error) => {
      assert.match(String(error), /set BACKUP_PASSPHRASE/u);
      return true;
    },
  );
  assert.ok(!existsSync(wanted) && !existsSync(environment.DATA_DIR), 'nothing was begun');
  const clear = join(folder, 'clear.backup.gz');
  const secret = 'kept'.repeat(10);
  await writeBackup(source, clear, { madeAt: new Date(), secret, files: sourceFiles, lock: null });
  const text = gunzipSync(await readFile(clear)).toString();
  assert.ok(text.includes('Sanjeevani') && !text.includes(secret));
});

test('the encryption program named “age” can open a backup, and Baari restores a backup that this program encrypted [KEEP-8] @long', {
  skip: ageIsMissing(),
}, async () => {
  const opened = spawnSync('age', ['--decrypt', '--identity', keyFile, file], {
    maxBuffer: 100_000_000,
  });
  assert.equal(opened.status, 0, String(opened.stderr));
  const text = gunzipSync(opened.stdout).toString();
  assert.equal(text, await textIn(file));
  const [recipient = ''] = 'recipients' in lock ? lock.recipients : [];
  const theirs = join(folder, 'theirs.age');
  const locked = spawnSync('age', ['--encrypt', '--recipient', recipient, '--output', theirs], {
    input: gzipSync(text),
  });
  assert.equal(locked.status, 0, String(locked.stderr));
  const target = await connect(await emptyDatabase('theirs'));
  await restoreBackup(target, theirs, parts(onDisk()));
  assert.deepEqual(await digests(target), atBackup);
  await target.end();
});

test('after a restore the audit trail is complete, and its hashes continue after the last restored one [KEEP-8, SEC-13]', async () => {
  const database = await makeTestDatabase();
  const target = await connect(database.owner);
  // Audit rows of the new server must sort after those of the old server.
  await sealNow(app.db);
  for (const table of ['audit', 'audit_seal']) {
    await source.query(`alter table ${table} disable trigger user`);
    await source.query(`update ${table} set transaction_id = '900000000'`);
    await source.query(`alter table ${table} enable trigger user`);
  }
  const later = join(folder, 'later.age');
  await writeBackup(source, later, { madeAt: new Date(), secret: null, files: sourceFiles, lock });
  await restoreBackup(target, later, parts(inRows));
  const db = openDatabase({
    connection: database.connection,
    poolSize: 2,
    onIdleError: () => undefined,
  });
  const { hospital_id: hospitalId } = await db.one<{ hospital_id: string }>(
    sql`select hospital_id from audit limit 1`,
  );
  await db.run(sql`
    insert into audit (at, user_id, role, hospital_id, action, patient_ids, address, outcome)
    values (now(), gen_random_uuid(), 'doctor', ${hospitalId}, 'approve', '{}', '::1', 'ok')`);
  await sealNow(db);
  const { unsealed, finding } = await checkNow(db, hospitalId);
  assert.deepEqual({ unsealed, finding }, { unsealed: 0, finding: null });
  await db.close();
  await target.end();
  await database.drop();
});
