/** Every process that uses an embedded database reconnects after the database dies. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, startElsewhere, until, valuesOf } from '../../testing/test-embedded-postgres.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isAlive, waitUntilGone } from './embedded-postgres-process.ts';

describe('an embedded PostgreSQL that dies', { timeout: 600_000 }, () => {
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

  async function start(name: string): Promise<EmbeddedPostgres> {
    const dataDir = join(folder, name);
    const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    running.add(server);
    return server;
  }

  it('if an embedded PostgreSQL is killed, it is started again, also by a process that only connected to it [KEEP-6] @long', async () => {
    const lost = await startElsewhere(folder, 'taken-over');
    await lost.kill();
    const server = await start('taken-over');
    assert.equal(server.how, 'joined');
    await run(server.address, 'CREATE TABLE kept AS SELECT 7 AS answer');
    process.kill(lost.pid, 'SIGKILL');
    await until(() => server.pid() !== lost.pid);
    assert.deepEqual(await valuesOf(server.address, ['(SELECT answer FROM kept)']), [7]);
    await server.close();
    assert.equal(isAlive(server.pid()), false);
  });

  it('a process that uses another process’s embedded PostgreSQL finds it again when that process restarts it [KEEP-6] @long', async () => {
    const starter = await startElsewhere(folder, 'killed-beside');
    const server = await start('killed-beside');
    const killed = server.pid();
    process.kill(killed, 'SIGKILL');
    await until(() => server.pid() !== killed);
    assert.deepEqual(await valuesOf(server.address, ['1']), [1]);
    await server.close();
    starter.leave();
    assert.equal(await waitUntilGone(server.pid(), 20_000), true, 'one of the two stopped it');
  });

  it('a process that uses another process’s embedded PostgreSQL starts it again when that process stops it and exits [KEEP-6] @long', async () => {
    const starter = await startElsewhere(folder, 'left-behind');
    const server = await start('left-behind');
    const stopped = server.pid();
    starter.leave();
    await until(() => server.pid() !== stopped);
    assert.deepEqual(await valuesOf(server.address, ['1']), [1]);
    await server.close();
    assert.equal(isAlive(server.pid()), false);
  });

  it('if an embedded PostgreSQL cannot start, it is retried with growing pauses, however long it ran before [KEEP-6] @long', async (t) => {
    const dataDir = join(folder, 'gone');
    const said: string[] = [];
    const log = (line: string) => said.push(line);
    const server = await startEmbeddedPostgres({ dataDir, log });
    running.add(server);
    const clock = Date.now.bind(Date);
    t.mock.method(Date, 'now', () => clock() + 120_000);
    renameSync(dataDir, `${dataDir}-away`);
    writeFileSync(dataDir, '');
    process.kill(server.pid(), 'SIGKILL');
    const tries = () => said.filter((line) => line.includes('Starting it again')).length;
    await until(() => tries() >= 3);
    await sleep(2000);
    // The process tries again after 200, 400, 800 and 1600 ms. Without back-off there would be ten
    // more attempts.
    assert.ok(tries() <= 6, said.join('\n'));
    rmSync(dataDir);
    renameSync(`${dataDir}-away`, dataDir);
    await until(() => said.includes('PostgreSQL is running again.'));
    await server.close();
  });

  it('an embedded PostgreSQL that crashes while being closed is not started again [KEEP-6] @long', async () => {
    const server = await start('dying');
    process.kill(server.pid(), 'SIGKILL');
    await sleep(250);
    await server.close();
    assert.equal(isAlive(server.pid()), false);
    const again = await start('dying');
    assert.equal(again.how, 'started', 'no server was left running');
    await again.close();
  });
});
