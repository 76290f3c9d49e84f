import assert from 'node:assert/strict';
import { getPriority } from 'node:os';
import { after, test } from 'node:test';
import { threadId } from 'node:worker_threads';
import type { OddJobs } from '../../testing/odd-jobs.worker.ts';
import { openWorkers, type Workers, type WorkersOptions } from './workers.ts';

const opened: Workers<OddJobs>[] = [];
after(() => Promise.all(opened.map((workers) => workers.close())));

function open(given: Partial<WorkersOptions> = {}): Workers<OddJobs> {
  const workers = openWorkers<OddJobs>({
    file: new URL('../../testing/odd-jobs.worker.ts', import.meta.url),
    atOnce: 1,
    waiting: 10,
    waitMs: 60_000,
    timeMs: 60_000,
    memoryMb: 64,
    ...given,
  });
  opened.push(workers);
  return workers;
}
const mine = { caller: 'me', tooMuch: 'body_too_large' } as const;

test('a costly task runs in another thread, which starts when needed and is used again for the next task [SEC-16]', async () => {
  const workers = open();
  assert.equal(workers.count(), 0);
  const first = await workers.run('whichThread', undefined, mine);
  const second = await workers.run('whichThread', undefined, mine);
  assert.ok(first.ok && second.ok);
  assert.notEqual(first.value, threadId);
  assert.equal(first.value, second.value);
  assert.equal(workers.count(), 1);
});

test('the event loop keeps running while a thread works [SEC-16]', async () => {
  const workers = open({ timeMs: 300 });
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const result = await workers.run('forEver', undefined, mine);
  clearInterval(timer);
  assert.ok(!result.ok);
  assert.ok(turns >= 10, `${turns} turns`);
});

test('a thread has a lower priority than the event loop, whose own priority stays the same [SEC-16]', {
  skip: process.platform === 'linux' ? false : 'only Linux keeps a priority by thread',
}, async () => {
  const before = getPriority();
  const ran = await open().run('priority', undefined, mine);
  assert.ok(ran.ok && (ran.value > before || before === 19), JSON.stringify(ran));
  assert.equal(getPriority(), before);
});

test('a task in a thread that takes too long is ended and refused, and the next task runs [SEC-16]', async () => {
  const workers = open({ timeMs: 1000 });
  const result = await workers.run('forEver', undefined, mine);
  assert.ok(!result.ok && result.code === 'body_too_large');
  assert.equal(workers.count(), 0);
  const next = await workers.run('bytes', 3, mine);
  assert.deepEqual(next.ok && [...next.value], [7, 7, 7]);
});

test('on a busy machine, time in which a worker thread could not run does not count towards its task’s time limit, up to a maximum [SEC-16] @long', async () => {
  const workers = open({ timeMs: 2000 });
  const waited = await workers.run('waitFor', 3000, mine);
  assert.ok(waited.ok, JSON.stringify(waited));
  const hasty = open({ timeMs: 500 });
  const result = await hasty.run('waitFor', 600_000, mine);
  assert.ok(!result.ok && result.code === 'body_too_large');
});

for (const greedy of ['manyObjects', 'manyBytes'] as const) {
  test(`a task that takes too much memory is ended and refused, and the server survives: ${greedy} [SEC-16] @long`, async () => {
    // The time limit is longer than the test, so that only the memory limit can end the thread.
    const workers = open({ timeMs: 600_000 });
    const result = await workers.run(greedy, undefined, mine);
    assert.ok(!result.ok && result.code === 'body_too_large');
    assert.ok((await workers.run('bytes', 1, mine)).ok);
  });
}

test('an error of a task is thrown to its caller, and a thread that dies is replaced [SEC-16]', async () => {
  const workers = open();
  await assert.rejects(workers.run('fail', 'broken', mine), {
    name: 'TypeError',
    message: 'broken',
  });
  await assert.rejects(workers.run('exit', undefined, mine), /thread ended/u);
  assert.ok((await workers.run('bytes', 1, mine)).ok);
});

test('a task is refused at once if the queue of waiting tasks is full [SEC-16]', async () => {
  const workers = open({ waiting: 2, timeMs: 300 });
  const asked = [1, 2, 3, 4, 5].map((index) =>
    workers.run('forEver', undefined, { ...mine, caller: String(index) }),
  );
  const codes = (await Promise.all(asked)).map((result) => (result.ok ? 'ok' : result.code));
  assert.deepEqual(codes.slice(0, 1), ['body_too_large']);
  assert.deepEqual(codes.slice(3), ['overloaded', 'overloaded']);
});

test('an unused thread ends after a while, and a thread never sees the server’s environment variables [SEC-16]', async () => {
  const workers = open({ idleMs: 1 });
  const known = await workers.run('environment', undefined, mine);
  assert.deepEqual(known.ok && known.value, []);
  while (workers.count() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.ok((await workers.run('bytes', 1, mine)).ok);
});

test('a task that arrives while an idle thread is being ended gets another thread [SEC-16] @long', async () => {
  const workers = open({ idleMs: 1 });
  for (let times = 0; times < 20; times += 1) {
    assert.ok((await workers.run('bytes', 1, mine)).ok);
    // The thread is ending but has usually not ended yet.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
});
