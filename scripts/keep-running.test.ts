import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/src/testing/processes/free-port.ts';

const module = new URL('keep-running.mjs', import.meta.url).href;

/**
 * The source code of a test server. At each start, the next word of the variable PLAN says how the
 * server ends. The server records its starts and signals in a file.
 */
const server = `
  import { appendFileSync, existsSync, readFileSync } from 'node:fs';
  const { DIARY: diary, PLAN: plan } = process.env;
  const starts = existsSync(diary) ? readFileSync(diary, 'utf8').split('start').length - 1 : 0;
  appendFileSync(diary, 'start ' + Date.now() + '\\n');
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      appendFileSync(diary, signal + '\\n');
      setTimeout(() => process.exit(0), 1200);
    });
  }
  const ending = plan.split(' ')[starts];
  if (ending === 'killed') process.kill(process.pid, 'SIGKILL');
  else if (ending === undefined || ending === 'stay') setInterval(() => {}, 1000);
  else process.exit(Number(ending));
`;

describe('the supervisor of the server', () => {
  let folder = '';
  const started = new Set<ChildProcess>();
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'baari-keep-'));
    chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  });
  after(() => {
    for (const child of started) child.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  interface Keeper {
    readonly process: ChildProcess;
    readonly said: () => string;
    readonly diary: () => string;
    readonly starts: () => number[];
    readonly ended: Promise<number | null>;
  }

  function keep(plan: string): Keeper {
    const file = join(folder, `diary-${started.size}`);
    const code = `
      import { keepRunning } from ${JSON.stringify(module)};
      const args = ['--input-type=module', '-e', ${JSON.stringify(server)}];
      keepRunning(process.execPath, args, process.env);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      env: { PATH: process.env['PATH'], DIARY: file, PLAN: plan },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    started.add(child);
    let said = '';
    child.stderr.on('data', (text) => {
      said += String(text);
    });
    const diary = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
    return {
      process: child,
      said: () => said,
      diary,
      starts: () => [...diary().matchAll(/start (\d+)/gu)].map(([, at]) => Number(at)),
      ended: once(child, 'exit').then(([exit]) => (typeof exit === 'number' ? exit : null)),
    };
  }

  it('the program that keeps the server running restarts it whenever it fails, with a growing delay and a message [KEEP-6]', async () => {
    const { process: keeper, said, starts, ended } = keep('1 killed 7');
    await until(() => starts().length === 4);
    const [first = 0, second = 0, third = 0, fourth = 0] = starts();
    assert.ok(second - first >= 500 && third - second >= 1000 && fourth - third >= 2000);
    assert.deepEqual(said().trim().split('\n'), [
      'The server ended with code 1. Starting it again in 0.5 s.',
      'The server was ended by SIGKILL. Starting it again in 1 s.',
      'The server ended with code 7. Starting it again in 2 s.',
    ]);
    keeper.kill('SIGTERM');
    assert.equal(await ended, 0);
  });

  it('the program that restarts the server stops restarting if the server’s settings are wrong [KEEP-6]', async () => {
    const { starts, said, ended } = keep('78');
    assert.equal(await ended, 78);
    assert.equal(starts().length, 1);
    assert.equal(said(), '');
  });

  it('the program that keeps the server running ends if the server ends without an error', async () => {
    const { starts, ended } = keep('0');
    assert.equal(await ended, 0);
    assert.equal(starts().length, 1);
  });

  it('when the operator stops Baari, the server gets one stop signal, however often the operator asks [KEEP-6]', async () => {
    const { process: keeper, diary, starts, ended } = keep('stay');
    await until(() => starts().length === 1);
    await sleep(300);
    keeper.kill('SIGINT');
    await sleep(50);
    keeper.kill('SIGINT');
    keeper.kill('SIGTERM');
    assert.equal(await ended, 0);
    assert.equal(diary().split('SIG').length, 2, diary());
    assert.equal(starts().length, 1, 'and nothing is started after it');
  });

  it('the program that keeps the server running stops at once while it waits for a restart [KEEP-6]', async () => {
    const { process: keeper, said, starts, ended } = keep('1 1 1');
    await until(() => said().includes('in 2 s'));
    keeper.kill('SIGTERM');
    assert.equal(await ended, 0);
    assert.equal(starts().length, 3);
  });

  it('after the real server is killed, it is restarted on the database that kept running [KEEP-1, KEEP-6] @long', async () => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const dataDir = join(folder, 'data');
    const child = spawn(process.execPath, [fileURLToPath(module)], {
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO: '0',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    started.add(child);
    const ended = once(child, 'exit');
    await until(() => isReady(origin));
    const database = () =>
      readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0];
    const before = { database: database(), server: childOf(child) };
    process.kill(before.server, 'SIGKILL');
    await until(async () => !(await isReady(origin)));
    await until(() => isReady(origin));
    assert.notEqual(childOf(child), before.server);
    assert.equal(
      database(),
      before.database,
      'the running database was used, and no second one was started',
    );
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    assert.equal(existsSync(join(dataDir, 'postgres/postmaster.pid')), false, 'stopped with it');
  });
});

/** The server, which is the only child of a supervisor. */
function childOf({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}

async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/ready`).catch(() => undefined);
  return answer?.ok === true;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 100_000;
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, 'it did not happen in time');
    await sleep(20);
  }
}
