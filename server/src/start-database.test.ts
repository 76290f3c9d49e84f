import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type Config, ConfigError } from './config.ts';
import { embeddedAccounts, prepareAccounts } from './platform/database/database-accounts.ts';
import { openDatabase } from './platform/database/database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './platform/embedded-postgres/embedded-postgres.ts';
import { migrate } from './platform/database/migrate.ts';
import { startDatabase } from './start-database.ts';
import { secret } from './testing/identity-app.ts';
import { urlOf } from './testing/test-database.ts';
import { checkNow } from './testing/test-trail.ts';

let folder: string;
let server: EmbeddedPostgres;
const quiet = () => undefined;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'baari-start-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  server = await start();
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(): Promise<EmbeddedPostgres> {
  const dataDir = join(folder, 'postgres');
  return startEmbeddedPostgres({ dataDir, log: quiet, isDurable: false });
}

async function ask<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Makes a database as the application's previous version left it, where the superuser owns
 * everything.
 */
async function asBefore(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  // 0328 changes a table of 0050, 0332 replaces a function of 0328, and 0341 and 0347 need a table of 0332.
  await migrate(client, {}, { isWanted: (name) => !/^(?:0050|0328|0332|0341|0347)/u.test(name) });
  await client.query(`
    insert into audit (at, user_id, role, hospital_id, action, patient_ids, address, outcome)
    values (now(), gen_random_uuid(), 'doctor', '${hospitalId}', 'approve', '{}', '::1', 'ok')`);
  await client.query(sealedAsBefore);
  await client.end();
}

/**
 * SQL for the owners of the functions of database extensions; the C code of these functions is
 * trusted.
 */
const ownersOfExtensions = `
  select distinct pg_get_userbyid(p.proowner) as name from pg_proc p
    join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
    join pg_extension e on e.oid = d.refobjid where e.extname = 'pg_trgm'`;

const hospitalId = 'a4b2c0f6-6f0c-4f7e-8a55-0f6f9f0b1c2d';

/**
 * SQL for the first row of a chain of hashes as the previous version wrote it: a hash without a
 * key, which anyone could compute.
 */
const sealedAsBefore = `
  insert into audit_seal (hospital_id, number, audit_id, transaction_id, hash)
  select hospital_id, (select coalesce(max(number), 0) + 1 from audit_seal), id, transaction_id,
    sha256(convert_to(e'\\n' || json_build_array(id, extract(epoch from at)::text, user_id, role, hospital_id, action,
        patient_ids, entry_id, address, outcome)::text, 'UTF8'))
  from audit where id not in (select audit_id from audit_seal)`;

const owners = `
  select distinct pg_get_userbyid(relowner) as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'identity') and relkind in ('r', 'S', 'i')
  union select pg_get_userbyid(proowner) from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'identity')
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass
        and objid = p.oid and deptype = 'e')
  union select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'identity'
  union select pg_get_userbyid(datdba) from pg_database where datname = current_database()`;

test('after an upgrade from one database account, the tables belong to the owner account and the runtime account has fewer rights [SEC-19]', async () => {
  await asBefore(server.address);
  assert.deepEqual(await ask(server.address, owners), [{ name: server.address.user }]);
  await server.close();

  const said: string[] = [];
  const started = await startDatabase(settings({ dataDir: folder }), (line) => said.push(line));
  try {
    assert.deepEqual(started.excessRights, []);
    assert.ok(started.owner);
    assert.deepEqual(await ask(started.owner, owners), [{ name: 'baari_owner' }]);
    const [account] = await ask<{ name: string; rolsuper: boolean }>(
      started.connection,
      'select rolname as name, rolsuper from pg_roles where rolname = current_user',
    );
    assert.deepEqual(account, { name: 'baari_app', rolsuper: false });
    const [kept] = await ask(started.connection, 'select count(*)::int as rows from audit');
    assert.deepEqual(kept, { rows: 1 });
    await assert.rejects(ask(started.connection, 'delete from audit'), { code: '42501' });
  } finally {
    await started.close();
  }
  await believeWhatWasSealed();
  const again = await startDatabase(settings({ dataDir: folder }), quiet);
  assert.deepEqual(again.excessRights, [], 'and the next start finds nothing to do');
  assert.ok(again.owner);
  assert.deepEqual(await ask(again.owner, ownersOfExtensions), [{ name: server.address.user }]);
  await again.close();
  server = await start();
});

/**
 * Checks that the database accepts hashes without a key if they were written before the migration,
 * and no such hash written after it.
 */
async function believeWhatWasSealed(): Promise<void> {
  const started = await startDatabase(settings({ dataDir: folder }), quiet);
  const db = openDatabase({
    connection: started.connection,
    poolSize: 2,
    onIdleError: () => undefined,
  });
  const { number, finding } = await checkNow(db, hospitalId);
  assert.deepEqual({ number, finding }, { number: 1, finding: null });
  await ask(
    started.owner ?? {},
    `alter table audit_seal disable trigger user;
     insert into audit (at, user_id, role, hospital_id, action, patient_ids, address, outcome)
     values (now(), gen_random_uuid(), 'doctor', '${hospitalId}', 'forged', '{}', '::1', 'ok');
     ${sealedAsBefore};
     alter table audit_seal enable trigger user`,
  );
  assert.equal((await checkNow(db, hospitalId)).finding?.what, 'no_key');
  await db.close();
  await started.close();
}

function settings(given: Partial<Config>) {
  return {
    databaseUrl: given.databaseUrl,
    databaseOwnerUrl: given.databaseOwnerUrl,
    dataDir: given.dataDir ?? folder,
    secrets: [secret] as const,
    trailKeys: undefined,
  };
}

/** Creates an empty database on the server; returns the connections of the database's accounts. */
async function emptyDatabase(name: string) {
  await ask({ ...server.address, database: 'postgres' }, `create database ${name}`);
  const superuser = { ...server.address, database: name };
  const { owner, running } = embeddedAccounts(superuser);
  return {
    superuser,
    owner,
    running,
    databaseUrl: urlOf(running),
    databaseOwnerUrl: urlOf(owner),
    prepare: () => prepareAccounts(superuser, { owner, running }),
  };
}

test('with two database accounts the owner migrates, and the runtime account has only the rights it needs [SEC-19]', async () => {
  const { prepare, databaseUrl, databaseOwnerUrl } = await emptyDatabase('two_accounts');
  await prepare();
  const started = await startDatabase(settings({ databaseUrl, databaseOwnerUrl }), quiet);
  assert.deepEqual(started.excessRights, []);
  await ask(started.connection, 'select from queue_entry');
  await assert.rejects(ask(started.connection, 'create table mine (id int)'), { code: '42501' });
  await assert.rejects(ask(started.connection, 'create temporary table audit (id int)'), {
    code: '42501',
  });
});

test('a server with only the runtime account starts if the database is migrated, and otherwise says what to do [SEC-19]', async () => {
  const { prepare, databaseUrl, databaseOwnerUrl } = await emptyDatabase('running_alone');
  await prepare();
  await assert.rejects(startDatabase(settings({ databaseUrl }), quiet), (error) => {
    assert.ok(error instanceof ConfigError);
    assert.match(error.problems.join(), /npm run migrate/u);
    return true;
  });
  await startDatabase(settings({ databaseUrl, databaseOwnerUrl }), quiet);
  const started = await startDatabase(settings({ databaseUrl }), quiet);
  assert.deepEqual(started.excessRights, []);
});

test('a server with only the runtime account starts while a migration waits that it works without [OPS-2]', async () => {
  const { prepare, owner, databaseUrl, databaseOwnerUrl } = await emptyDatabase('running_before');
  await prepare();
  await startDatabase(settings({ databaseUrl, databaseOwnerUrl }), quiet);
  const [later] = await ask<{ name: string }>(
    owner,
    `delete from migration where name like '%.after.%' returning name`,
  );
  assert.ok(later !== undefined);
  const started = await startDatabase(settings({ databaseUrl }), quiet);
  assert.deepEqual(started.laterMigrations, [later.name]);
});

test('a single database account for everything keeps working, and the server warns of this account’s rights at its start [SEC-19]', async () => {
  const { superuser } = await emptyDatabase('one_account');
  const { excessRights } = await startDatabase(settings({ databaseUrl: urlOf(superuser) }), quiet);
  assert.ok(excessRights.includes('owns tables'), excessRights.join());
  assert.ok(excessRights.includes('may change or delete rows of the trail'));
});

test('two identical database accounts and accounts of two databases are refused at start [SEC-19]', async () => {
  const { superuser, prepare, databaseUrl, databaseOwnerUrl } = await emptyDatabase('mistaken');
  await prepare();
  const other = await emptyDatabase('elsewhere');
  await other.prepare();
  const mistakes = [
    { databaseUrl: urlOf(superuser), databaseOwnerUrl },
    { databaseUrl: databaseOwnerUrl, databaseOwnerUrl },
    { databaseUrl, databaseOwnerUrl: other.databaseOwnerUrl },
  ];
  for (const mistake of mistakes) {
    await assert.rejects(startDatabase(settings(mistake), quiet), ConfigError);
  }
});

test('at its start the server names PostgreSQL settings that write patient data to the log, and an installation with two accounts turns them off [SEC-5]', async () => {
  const { superuser, prepare, databaseUrl, databaseOwnerUrl } = await emptyDatabase('talkative');
  await ask(
    superuser,
    `create role chatty superuser login password 'chatty';
     alter role chatty set log_min_messages = 'warning';
     alter role chatty set log_min_duration_statement = '5s';
     alter role chatty set log_parameter_max_length = '-1'`,
  );
  const chatty = urlOf({ ...superuser, user: 'chatty', password: 'chatty' });
  const { talkativeSettings } = await startDatabase(settings({ databaseUrl: chatty }), quiet);
  assert.deepEqual(talkativeSettings, [
    'log_min_messages = warning',
    'log_parameter_max_length = -1',
  ]);
  // The database is set to log statements again, as if somebody else had configured it.
  await ask(superuser, `alter database talkative set log_min_messages = 'warning'`);
  await prepare();
  await ask(superuser, 'reassign owned by chatty to baari_owner; drop owned by chatty');
  const started = await startDatabase(settings({ databaseUrl, databaseOwnerUrl }), quiet);
  assert.deepEqual(started.talkativeSettings, []);
});

test('the migrate command run by a superuser creates both accounts and transfers the tables to the owner [SEC-19]', async () => {
  const { superuser } = await emptyDatabase('migrated');
  await asBefore(superuser);
  const as = (user: string) => urlOf({ ...superuser, user, password: `${user}-1234` });
  const env = {
    PATH: process.env['PATH'],
    DATABASE_ADMIN_URL: urlOf(superuser),
    DATABASE_OWNER_URL: as('clinic_owner'),
    DATABASE_URL: as('clinic_app'),
    SECRET: secret,
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
  const main = fileURLToPath(new URL('migrate.main.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [main], { env });
  assert.match(stdout, /Migrated the database: 0050.*\n.*up to date/su);
  assert.deepEqual(await ask(superuser, owners), [{ name: 'clinic_owner' }]);
  const started = await startDatabase(settings({ databaseUrl: as('clinic_app') }), quiet);
  assert.deepEqual([started.excessRights, started.talkativeSettings], [[], []]);
  await assert.rejects(ask(started.connection, 'delete from audit'), { code: '42501' });
});
