/** Operator commands with mistyped arguments or database addresses. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import sql from 'sql-template-tag';
import { secret } from './testing/identity-app.ts';
import { makeTestApp, type TestApp } from './testing/test-app.ts';
import { makeTestDatabase, type TestDatabase, urlOf } from './testing/test-database.ts';
import { makePerson } from './testing/test-people.ts';
import { makeTestFolder, startTestPostgres } from './testing/test-postgres.ts';

let database: TestDatabase;
let app: TestApp;
before(async () => {
  database = await makeTestDatabase();
  app = await makeTestApp({ database });
  await makePerson(app);
});
after(async () => {
  await app.close();
  await database.drop();
});

const commands = {
  seed: 'demo/main.ts',
  migrate: 'migrate.main.ts',
  'forget-secret': 'forget-secret.ts',
  backup: 'backup/main.ts',
  'check-trail': 'check-trail.main.ts',
  operator: 'operator/main.ts',
  retention: 'erasure/retention.main.ts',
} as const;

interface Ended {
  readonly code: number;
  readonly said: string;
}

function run(
  name: keyof typeof commands,
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const main = fileURLToPath(new URL(commands[name], import.meta.url));
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    SECRET: secret,
    SMTP_URL: 'smtp://127.0.0.1:9',
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, said, complained) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: said + complained });
    });
  });
}

/** Counts the database rows that the operator commands would write or delete. */
function counts(): Promise<{ keys: number; hospitals: number }> {
  return app.db.one(sql`
    select (select count(*)::int from identity.jwks) as keys,
      (select count(*)::int from hospital) as hospitals`);
}

test('a command with an unknown argument reports the argument and changes nothing, so a mistyped dry run does no harm @long', async () => {
  const before = await counts();
  assert.ok(before.keys > 0, 'there is something to be dropped');
  // With another secret no key can be decrypted. If the command ignored the unknown argument, it
  // would delete all keys.
  const settings = { SECRET: 'another secret that is as long as one has to be' };
  for (const name of ['seed', 'migrate', 'forget-secret'] as const) {
    const { code, said } = await run(name, ['--dry-run'], settings);
    assert.equal(code, 2, `${name}: ${said}`);
    assert.match(said, new RegExp(`npm run ${name} takes (?:no arguments|only).*--dry-run`, 'u'));
  }
  assert.deepEqual(await counts(), before);
});

test('the operator can ask the upgrade command to remove at once what only the old release used [OPS-2]', async () => {
  const old = randomUUID();
  const { code, said } = await run('migrate', ['after']);
  assert.deepEqual([code, said], [0, 'The database is up to date.\n']);
  await app.owner.query(
    `insert into process (id, version, started_at, seen_at) values ('${old}', '0.0.9', now(), now());
     delete from migration where name like '0243%'`,
  );
  const waiting = await run('migrate', ['after']);
  assert.equal(waiting.code, 1);
  assert.match(waiting.said, /^0243\S+ waits: processes of an older release run/u);
  assert.match(
    (await run('operator', ['processes'])).said,
    /0243\S+ waits until the processes of 0\.0\.9/u,
  );
  await app.owner.query(`delete from process where id = '${old}'`);
  assert.equal((await run('migrate', ['after'])).code, 0);
});

test('each command reports the name of an invalid setting, without a stack trace', async () => {
  for (const name of ['seed', 'migrate', 'forget-secret'] as const) {
    const { code, said } = await run(name, [], { SMTP_URL: 'nonsense' });
    assert.equal(code, 1, `${name}: ${said}`);
    assert.equal(said, 'SMTP_URL: Invalid URL\n');
  }
});

/** The operator commands that need an existing installation, with their arguments. */
const onWhatIsThere = [
  ['backup', 'backup', '--unencrypted', join(tmpdir(), 'baari-of-nothing.gz')],
  ['check-trail'],
  ['operator', 'hospitals'],
  ['retention'],
  ['forget-secret'],
] as const;

test('each command reports an unreachable database or an unwritable folder with the name of its environment variable', async () => {
  const away = { DATABASE_URL: 'postgres://baari:a-secret-word@127.0.0.1:9/baari' };
  const unreached = await run('migrate', [], { ...away, DATABASE_OWNER_URL: undefined });
  assert.notEqual(unreached.code, 0);
  assert.match(unreached.said, /DATABASE_URL: the database at 127\.0\.0\.1:9 .*ECONNREFUSED/u);
  assert.ok(!unreached.said.includes('a-secret-word'));
  const here = { DATABASE_URL: undefined, DATABASE_OWNER_URL: undefined };
  const dataDir = join(process.execPath, 'data');
  const unwritable = await run('migrate', [], { ...here, DATA_DIR: dataDir });
  assert.notEqual(unwritable.code, 0);
  assert.match(unwritable.said, /^DATA_DIR: nothing can be written to .* \(ENOTDIR\)$/mu);
});

test('a command that finds a missing folder or a database without Baari reports this and creates no installation [KEEP-8, SEC-19] @long', async () => {
  const folder = makeTestFolder();
  const dataDir = join(folder, 'mistyped');
  const empty = await startTestPostgres();
  try {
    const admin = new pg.Client({ ...empty.template, database: 'postgres' });
    await admin.connect();
    await admin.query('create database of_others');
    await admin.end();
    const others = { ...empty.template, database: 'of_others' };
    for (const [name, ...args] of onWhatIsThere) {
      const nowhere = { DATABASE_URL: undefined, DATABASE_OWNER_URL: undefined, DATA_DIR: dataDir };
      const folderless = await run(name, args, nowhere);
      assert.notEqual(folderless.code, 0, name);
      assert.equal(folderless.said, `DATA_DIR: there is no ${dataDir}\n`, name);
      const theirs = { DATABASE_URL: urlOf(others), DATABASE_OWNER_URL: undefined };
      const without = await run(name, args, theirs);
      assert.notEqual(without.code, 0, name);
      assert.equal(without.said, 'DATABASE_URL: this database holds nothing of Baari\n', name);
    }
    assert.ok(!existsSync(dataDir), 'nothing was made');
    const client = new pg.Client(others);
    await client.connect();
    const { rows } = await client.query(
      `select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    assert.equal(rows.length, 0, 'nothing was made there either');
    await client.end();
  } finally {
    await empty.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
