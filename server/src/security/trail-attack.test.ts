/**
 * Attacks on the audit trail [SEC-13, SEC-19]. An attacker with the application's database account, as by SQL
 * injection, is refused. An attacker who owns the database is detected.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { anchorsIn } from '../audit/anchor.rules.ts';
import type { Finding } from '../audit/check-trail.ts';
import { trailKeysOf } from '../audit/trail-keys.ts';
import { secret } from '../testing/identity-app.ts';
import { call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { makePatients, makeTown, type Town } from '../testing/test-people.ts';
import { anchorNow, checkNow, sealNow, testTrailKeys } from '../testing/test-trail.ts';

let database: TestDatabase;
let app: TestApp;
let town: Town;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baari-trail-'));
  database = await makeTestDatabase();
  app = await makeTestApp({ database });
  town = await makeTown(app);
  const [patient] = await makePatients(app, 1);
  assert.ok(patient);
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  for (let time = 0; time < 6; time += 1) {
    await get(app, town.receptionist, 'getEntry', { id: queue.id });
  }
  await call(app, town.otherAdmin, 'getEntry', { id: queue.id });
  await sealNow(app.db);
  await keep();
});
after(async () => {
  await app.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const tables = ['audit', 'audit_seal', 'audit_anchor'] as const;

/** Hashes the audit tables as PostgreSQL stores them, so that no difference goes unnoticed. */
async function digest(): Promise<string> {
  const parts = tables.map(
    (table) =>
      `(select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') from ${table} t)`,
  );
  const { rows } = await app.owner.query<{ digest: string }>(
    `select md5(${parts.join(' || ')} || (
       select string_agg(coalesce(relacl::text, '') || relowner, ',' order by relname) from pg_class
       where relname in ('audit', 'audit_seal', 'audit_anchor')) || (
       select string_agg(tgenabled::text, ',' order by tgname) from pg_trigger where not tgisinternal) || (
       select string_agg(prosrc, ',' order by proname) from pg_proc
       where pronamespace = 'public'::regnamespace)) as digest`,
  );
  return rows[0]?.digest ?? '';
}

const columns = 'at, user_id, role, hospital_id, action, patient_ids, address, outcome';

const refused: readonly string[] = [
  ...tables.flatMap((table) => [
    `delete from ${table}`,
    `truncate ${table}`,
    `drop table ${table}`,
    `alter table ${table} disable trigger all`,
    `alter table ${table} add column more text`,
    `alter table ${table} owner to current_user`,
    `create rule silent as on insert to ${table} do instead nothing`,
    `create trigger silent before insert on ${table} for each row execute function
       suppress_redundant_updates_trigger()`,
    `begin; lock table ${table} in access exclusive mode`,
    `grant all on ${table} to current_user with grant option`,
  ]),
  `update audit set action = 'x'`,
  `update audit_seal set hash = '\\x00'`,
  `update audit_anchor set hash = '\\x00'`,
  `set session_replication_role = replica`,
  `set role baari_owner`,
  `alter role current_user superuser`,
  `create or replace function refuse_audit_change() returns trigger language plpgsql as
     'begin return null; end'`,
  `drop trigger audit_is_append_only on audit`,
  `create temporary table audit (like public.audit)`,
  `create view pg_temp.audit_seal as select 1`,
  `create schema attic`,
  `create extension dblink`,
  `copy audit to program 'cat'`,
  `copy audit from '/dev/null'`,
  `select pg_read_file('PG_VERSION')`,
  `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'baari_owner'`,
  `alter system set fsync = off`,
  // Inserts an audit row between two other rows, and an audit row that no audit hash will ever
  // cover.
  `insert into audit (id, ${columns}) overriding system value select id - 1000, ${columns} from audit`,
  `insert into audit (${columns}, transaction_id) select ${columns}, '3' from audit`,
  `select setval('audit_id_seq', 1)`,
  `insert into migration values ('9999_mine.sql', '', now())`,
];

test('the application’s database account cannot change, delete, hide or move audit rows or their hashes [SEC-13, SEC-19]', async () => {
  const before = await digest();
  const client = await app.db.pool.connect();
  try {
    for (const statement of refused) {
      const failure: unknown = await client.query(statement).catch((error: unknown) => error);
      // PostgreSQL gives only a warning if an account grants a right that it does not have.
      if (failure instanceof Error)
        assert.match(String(failure), /denied|must be|owner/u, statement);
      else assert.match(statement, /^grant|terminate/u, statement);
      await client.query('rollback');
      assert.equal(await digest(), before, statement);
    }
  } finally {
    client.release(true);
  }
});

test('an audit hash that an attacker made with the application’s account but without the key is detected [SEC-19]', async () => {
  const [key] = testTrailKeys;
  await get(app, town.admin, 'listAudit');
  await app.db.run(sql`
    insert into audit_seal (hospital_id, number, audit_id, transaction_id, hash, key_id)
    select a.hospital_id, (select max(number) from audit_seal where hospital_id = a.hospital_id) + 1,
      a.id, a.transaction_id, sha256('a guess'), ${key.id}
    from audit a where hospital_id = ${town.hospitalId} order by id desc limit 1`);
  await expectFound('altered');
  await assert.rejects(
    app.db.run(sql`
      insert into audit_seal (hospital_id, number, audit_id, transaction_id, hash)
      values (${town.hospitalId}, 99999, 99999, '3', '\\x00')`),
    /needs a key/u,
  );
  await putBack();
});

/** Copies the audit tables, so that the test can restore them after an attack. */
async function keep(): Promise<void> {
  for (const table of tables) {
    await app.owner.query(
      `drop table if exists kept_${table}; create table kept_${table} as table ${table}`,
    );
  }
}

async function putBack(): Promise<void> {
  for (const table of tables) {
    const more = table === 'audit' ? 'overriding system value' : '';
    await asOwner(`truncate ${table}; insert into ${table} ${more} table kept_${table}`);
  }
  const { finding } = await checkNow(app.db, town.hospitalId);
  assert.equal(finding, null, 'all is as it was before the attack');
}

/**
 * Simulates an owner of the tables who disables the trigger, makes a change and enables the trigger
 * again.
 */
async function asOwner(statement: string): Promise<void> {
  const each = (what: string) =>
    tables.map((table) => `alter table ${table} ${what} trigger user;`);
  const client: pg.PoolClient = await app.owner.connect();
  try {
    await client.query(`begin; ${each('disable').join('')}`);
    await client.query(statement);
    await client.query(`${each('enable').join('')} commit`);
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function rowOf(number: number): Promise<number> {
  const row = await app.db.one<{ audit_id: number }>(sql`
    select audit_id from audit_seal where hospital_id = ${town.hospitalId} and number = ${number}`);
  return row.audit_id;
}

async function expectFound(what: Finding['what'], rowId?: number | null): Promise<void> {
  const { finding } = await checkNow(app.db, town.hospitalId);
  assert.equal(finding?.what, what);
  if (rowId !== undefined) assert.equal(finding?.rowId, rowId);
}

test('a single altered byte of an audit row is detected, and the check names the altered row [SEC-13, SEC-19]', async () => {
  const id = await rowOf(3);
  await asOwner(`update audit set address = address || ' ' where id = ${id}`);
  await expectFound('altered', id);
  const other = await checkNow(app.db, town.otherHospitalId);
  assert.equal(other.finding, null, 'another hospital’s trail is whole');
  await putBack();
});

test('a deleted audit row is detected by the check, whether or not the row’s hash was deleted too [SEC-19]', async () => {
  const id = await rowOf(3);
  const next = await rowOf(4);
  await asOwner(`delete from audit where id = ${id}`);
  await expectFound('gone', id);
  await asOwner(`delete from audit_seal where audit_id = ${id}`);
  await expectFound('gone', next);
  await asOwner(`update audit_seal set number = number - 1 where number > 3
    and hospital_id = '${town.hospitalId}'`);
  await expectFound('altered', next);
  await putBack();
});

test('an audit row inserted among others is detected [SEC-19]', async () => {
  await asOwner(`insert into audit (${columns}, transaction_id)
    select at, user_id, role, hospital_id, 'never happened', '{}', address, outcome, '3' from audit
    where hospital_id = '${town.hospitalId}' order by id limit 1`);
  const made = await app.db.one<{ id: number }>(sql`
    select id from audit where action = 'never happened'`);
  await expectFound('slipped_in', made.id);
  await putBack();
});

/**
 * Alters an audit row and rebuilds the hash chain from that row on, as well as possible without the
 * key.
 */
async function sealAnew(keyId: string | null): Promise<number> {
  const id = await rowOf(3);
  await asOwner(`
    update audit set action = 'never happened' where id = ${id};
    create or replace function pg_temp.chain() returns void language plpgsql as $$
    declare before bytea; s record;
    begin
      for s in select * from audit_seal where hospital_id = '${town.hospitalId}' order by number loop
        if s.number >= 3 then
          update audit_seal set hash = sha256(before || '\\x0a'::bytea || s.audit_id::text::bytea),
            key_id = ${keyId === null ? 'null' : `'${keyId}'`}
          where audit_id = s.audit_id returning hash into before;
        else before := s.hash; end if;
      end loop;
    end $$;
    select pg_temp.chain(); delete from audit_anchor`);
  return id;
}

test('if an attacker recomputes the hashes of the audit trail without the key, the check detects this, whatever key the hashes name [SEC-19]', async () => {
  const [key] = testTrailKeys;
  await expectFound('no_key', await sealAnew(null));
  await putBack();
  await expectFound('altered', await sealAnew(key.id));
  await putBack();
  await sealAnew('0123456789abcdef');
  const { finding, unknownKeys } = await checkNow(app.db, town.hospitalId);
  assert.equal(finding, null);
  assert.ok(unknownKeys > 0, 'of a key that is not known nothing is believed');
  await putBack();
});

/** Runs the operator's check of the audit trail; returns its output and exit code. */
async function runCheck(
  args: readonly string[],
): Promise<{ readonly code: number; readonly said: string }> {
  const main = fileURLToPath(new URL('../check-trail.main.ts', import.meta.url));
  return new Promise((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      SECRET: secret,
      SMTP_URL: 'smtp://127.0.0.1:9',
    };
    execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });
}

test('an audit trail whose end was cut off passes the check alone, but fails when compared with an externally stored hash [SEC-19]', async () => {
  const lines: string[] = [];
  await anchorNow(app.db, {
    log: {
      debug: ignore,
      warn: ignore,
      error: ignore,
      info: (details) => keepLine(lines, details),
    },
  });
  // The server may have logged some anchors (externally stored audit hashes) itself before.
  const log = `other lines\n${app.logged.join('')}${lines.join('\n')}\n`;
  const hospitals = new Set(anchorsIn(log).map(({ hospitalId }) => hospitalId));
  assert.equal(hospitals.size, 2, 'a line for each hospital that has a trail');
  const anchors = join(folder, 'log');
  await writeFile(anchors, log);
  await keep();
  const { number: last } = await checkNow(app.db, town.hospitalId);
  const whole = await runCheck(['--anchors', anchors]);
  assert.equal(whole.code, 0, whole.said);
  assert.match(whole.said, new RegExp(`whole: ${last} rows .*[1-9] anchors agree`, 'u'));

  // If several logs are given, one of them may contain no externally stored audit hash (anchor).
  const quiet = join(folder, 'quiet-log');
  await writeFile(quiet, 'other lines\n');
  const several = await runCheck(['--anchors', quiet, '--anchors', anchors]);
  assert.equal(several.code, 0, several.said);
  assert.match(several.said, /quiet-log holds no anchor/u);
  assert.equal((await runCheck(['--anchors', quiet])).code, 2, 'there was nothing to compare with');

  await asOwner(`
    delete from audit_anchor;
    delete from audit where id in (select audit_id from audit_seal where number > 3);
    delete from audit_seal where number > 3`);
  const { finding } = await checkNow(app.db, town.hospitalId);
  assert.equal(finding, null, 'nothing in the database shows it');
  const cut = await runCheck(['--anchors', anchors]);
  assert.equal(cut.code, 1, cut.said);
  assert.match(
    cut.said,
    new RegExp(`${town.hospitalId}: BROKEN: a row \\(seal \\d+\\) is gone`, 'u'),
  );

  // The server goes on writing, and its new audit rows and hashes take the place of the deleted
  // ones.
  for (let time = 0; time < last; time += 1) await get(app, town.admin, 'listAudit');
  await sealNow(app.db);
  const replaced = await runCheck(['--anchors', anchors, '--hospital', town.hospitalId]);
  assert.equal(replaced.code, 1, replaced.said);
  assert.match(replaced.said, new RegExp(`BROKEN: row \\d+ \\(seal \\d+\\) has another`, 'u'));

  const none = join(folder, 'none');
  await writeFile(none, 'no anchor');
  assert.equal((await runCheck(['--anchors', none])).code, 2);
  await putBack();
});

const ignore = () => undefined;

function keepLine(lines: string[], details: object): void {
  lines.push(JSON.stringify({ level: 30, ...details }));
}

test('a check of the audit trail for an unknown or mistyped hospital does not report a complete audit trail [SEC-19] @long', async () => {
  for (const args of [
    ['--hospital', '0d1f6a52-4f0e-4c6e-9a37-5f2f6f2b8c11'],
    ['--hospital', town.hospitalId.slice(0, -1)],
    ['--hospitals', town.hospitalId],
    [town.hospitalId],
    ['--anchors'],
  ]) {
    const { code, said } = await runCheck(args);
    assert.equal(code, 2, said);
    assert.doesNotMatch(said, /^ {4}at |whole/mu, 'words, not a place in the code');
  }
});

test('audit hashes in the database also reveal that the end of the audit trail was cut off, unless the attacker deletes them [SEC-19]', async () => {
  await asOwner(`
    delete from audit where id in (select audit_id from audit_seal where number > 3);
    delete from audit_seal where number > 3`);
  await expectFound('cut', null);
  await putBack();
  await asOwner(`update audit_anchor set hash = sha256('a guess')`);
  await expectFound('anchor', null);
  await putBack();
});

test('after the audit key is changed the former key still verifies its hashes, and hashes of an unknown key are reported [SEC-19]', async () => {
  const renewed = 'another-key-of-the-trail-0123456789-abcdef';
  const keys = trailKeysOf({ trailKeys: [renewed], secrets: [secret] });
  const { number: before } = await checkNow(app.db, town.hospitalId);
  await get(app, town.admin, 'listAudit');
  await sealNow(app.db, { keys });
  assert.equal((await checkNow(app.db, town.hospitalId, keys)).finding, null);
  const alone = trailKeysOf({ trailKeys: undefined, secrets: [renewed] });
  const { finding, unknownKeys } = await checkNow(app.db, town.hospitalId, alone);
  assert.deepEqual({ finding, unknownKeys }, { finding: null, unknownKeys: before });
  const result = await runCheck(['--hospital', town.hospitalId]);
  assert.equal(result.code, 2, result.said);
  assert.match(result.said, /[1-9] of \d+ rows were sealed with a key that is not in TRAIL_KEY/u);
});
