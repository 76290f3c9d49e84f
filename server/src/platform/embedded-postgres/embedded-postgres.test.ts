import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { run, startElsewhere, until, valuesOf } from '../../testing/test-embedded-postgres.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
import { isAlive, nameOfProcess, waitUntilGone } from './embedded-postgres-process.ts';

const packageHere = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const isRoot = process.getuid?.() === 0;
const quiet = () => undefined;

describe('the embedded PostgreSQL', { timeout: 600_000 }, () => {
  let folder = '';
  const running = new Set<EmbeddedPostgres>();

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'baari-pg-'));
    chmodSync(folder, 0o755);
  });

  after(async () => {
    for (const server of running) await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(
    name: string,
    more: Partial<EmbeddedPostgresOptions> = {},
  ): Promise<EmbeddedPostgres> {
    const dataDir = join(folder, name);
    const server = await startEmbeddedPostgres({ dataDir, log: quiet, ...more });
    running.add(server);
    return server;
  }

  it('the embedded PostgreSQL starts as PostgreSQL 18 with safe settings, in UTC and UTF-8 @long', async () => {
    const server = await start('fresh');
    const found = await valuesOf(server.address, [
      "current_setting('server_version_num')::int / 10000",
      "current_setting('fsync')",
      "current_setting('max_connections')",
      "current_setting('listen_addresses')",
      "current_setting('timezone')",
      "current_setting('server_encoding')",
      "current_setting('idle_in_transaction_session_timeout')",
      "upper('é')",
      'current_database()',
    ]);
    assert.deepEqual(found, [18, 'on', '100', '', 'UTC', 'UTF8', '30s', 'É', 'baari']);
    await server.close();
    assert.equal(isAlive(server.pid()), false);
  });

  it('the embedded PostgreSQL keeps its rows when it is stopped and started again @long', async () => {
    const first = await start('kept');
    await run(first.address, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.close();
    const second = await start('kept');
    assert.equal(second.how, 'started');
    assert.deepEqual(await valuesOf(second.address, ['(SELECT answer FROM kept)']), [42]);
    await second.close();
  });

  it('a killed embedded PostgreSQL starts again at the same address with every committed row @long', async () => {
    const server = await start('killed');
    await run(server.address, 'CREATE TABLE kept AS SELECT 7 AS answer');
    const killed = server.pid();
    process.kill(killed, 'SIGKILL');
    await until(() => server.pid() !== killed);
    assert.deepEqual(await valuesOf(server.address, ['(SELECT answer FROM kept)']), [7]);
    await server.close();
    assert.equal(isAlive(server.pid()), false);
  });

  it('a second process connects to the running embedded PostgreSQL, and leaves it running on exit @long', async () => {
    const first = await start('shared');
    const second = await start('shared');
    assert.equal(second.how, 'joined');
    assert.equal(second.pid(), first.pid());
    assert.deepEqual(second.address, first.address);
    await second.close();
    assert.deepEqual(await valuesOf(first.address, ['1']), [1]);
    await first.close();
  });

  it('when two processes start on the same new folder together, one embedded PostgreSQL is created @long', async () => {
    const both = await Promise.all([
      startElsewhere(folder, 'together'),
      startElsewhere(folder, 'together'),
    ]);
    assert.equal(both[0].pid, both[1].pid);
    const hows = both.map((one) => one.how).toSorted();
    assert.deepEqual(hows, ['joined', 'started']);
    for (const one of both) one.leave();
    assert.equal(await waitUntilGone(both[0].pid, 20_000), true);
  });

  it('if an embedded PostgreSQL still runs after its starter ended, a new process connects to it and stops it later @long', async () => {
    const lost = await startElsewhere(folder, 'outlived');
    await lost.kill();
    assert.equal(isAlive(lost.pid), true);
    const server = await start('outlived');
    assert.equal(server.how, 'joined');
    assert.equal(server.pid(), lost.pid);
    await server.close();
    assert.equal(isAlive(lost.pid), false);
  });

  it('if a process ends without closing its embedded PostgreSQL, the PostgreSQL stops too @long', async () => {
    const careless = await startElsewhere(folder, 'careless');
    careless.leave();
    assert.equal(await waitUntilGone(careless.pid, 20_000), true);
  });

  it('the embedded PostgreSQL starts despite a lock file whose process id now belongs to another program @long', async () => {
    const first = await start('stale');
    const lock = join(first.dataDir, 'postmaster.pid');
    const socketLock = join(first.dataDir, '.s.PGSQL.5432.lock');
    const [written, socketWritten] = [readFileSync(lock, 'utf8'), readFileSync(socketLock, 'utf8')];
    await first.close();
    writeFileSync(lock, written.replace(/^\d+/, String(process.pid)), { mode: 0o644 });
    writeFileSync(socketLock, socketWritten.replace(/^\d+/, String(process.pid)), { mode: 0o644 });
    const second = await start('stale');
    assert.equal(second.how, 'started');
    await second.close();
  });

  it('the embedded PostgreSQL starts despite an empty lock file that a power cut or a full disk left @long', async () => {
    const first = await start('empty-lock');
    await first.close();
    writeFileSync(join(first.dataDir, 'postmaster.pid'), '', { mode: 0o644 });
    const second = await start('empty-lock');
    assert.equal(second.how, 'started');
    assert.deepEqual(await valuesOf(second.address, ['1']), [1]);
    await second.close();
  });

  it('if the data folder has a long name, the embedded PostgreSQL listens in a folder with a short name @long', async () => {
    const deep = join('d'.repeat(60), 'e'.repeat(60));
    const server = await start(deep);
    assert.ok(server.address.host.length < 60);
    assert.deepEqual(await valuesOf(server.address, ['1']), [1]);
    const second = await start(deep);
    assert.equal(second.how, 'joined');
    await second.close();
    await server.close();
    rmSync(server.address.host, { recursive: true });
  });

  it('the embedded PostgreSQL requires its password for connections on the loopback address @long', async () => {
    const server = await start('tcp', { transport: 'tcp' });
    assert.equal(server.address.host, '127.0.0.1');
    assert.deepEqual(await valuesOf(server.address, ['1']), [1]);
    const intruder = { ...server.address, password: 'a guess' };
    await assert.rejects(valuesOf(intruder, ['1']), { code: '28P01' });
    await server.close();
  });

  it('the embedded PostgreSQL refuses a folder that holds other files @long', async () => {
    mkdirSync(join(folder, 'photos'));
    writeFileSync(join(folder, 'photos', 'ward.jpg'), 'not a database');
    await assert.rejects(start('photos'), /holds something, but no PostgreSQL data/);
  });

  it('the embedded PostgreSQL starts despite an interrupted earlier attempt to create its folder @long', async () => {
    const abandoned = join(folder, 'half.new-999999999-abc');
    mkdirSync(abandoned);
    const server = await start('half');
    assert.equal(existsSync(abandoned), false);
    await server.close();
  });

  it('the programs of an installed PostgreSQL are used, and an old release or a folder without programs is refused @long', async () => {
    const programs = join(folder, 'installed');
    mkdirSync(programs);
    chmodSync(programs, 0o755);
    const native = join(
      dirname(dirname(createRequire(import.meta.url).resolve(packageHere))),
      'native',
    );
    cpSync(native, programs, { recursive: true, verbatimSymlinks: true });
    const programsDir = join(programs, 'bin');
    const server = await start('by-installed', { programsDir });
    const args = readFileSync(`/proc/${server.pid()}/cmdline`, 'utf8').split('\0');
    assert.equal(args[0], join(programsDir, 'postgres'));
    await server.close();

    const old = join(folder, 'old');
    mkdirSync(old);
    writeFileSync(join(old, 'postgres'), '#!/bin/sh\necho "postgres (PostgreSQL) 15.20"\n', {
      mode: 0o755,
    });
    await assert.rejects(start('by-old', { programsDir: old }), /POSTGRES_PROGRAMS: .+ 15\..+17/u);
    assert.equal(existsSync(join(folder, 'by-old')), false);
    await assert.rejects(
      start('by-none', { programsDir: join(folder, 'nowhere') }),
      /POSTGRES_PROGRAMS: .+ holds no PostgreSQL that runs here/u,
    );
  });

  it('if the system user of the embedded PostgreSQL cannot reach the data folder, data and programs are kept elsewhere, and this is logged @long', {
    skip: !isRoot,
  }, async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const said: string[] = [];
    const server = await start(join('closed', 'data'), {
      log: (message) => said.push(message),
      systemDataDir: join(folder, 'var-lib'),
    });
    assert.ok(server.dataDir.startsWith(join(folder, 'var-lib')));
    assert.match(said.join('\n'), /cannot reach .*closed.*the data is kept in/);
    await server.close();
  });
});

it('a process is distinguished from a later process with the same process id @long', () => {
  assert.equal(nameOfProcess(process.pid), nameOfProcess(process.pid));
  assert.notEqual(nameOfProcess(process.pid), nameOfProcess(process.ppid));
});
