import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { coalesce, pacedByKey } from './coalesce.ts';

/** Makes asynchronous work that ends only when the test says so. */
function heldWork() {
  const ends: PromiseWithResolvers<void>[] = [];
  return {
    ends,
    work(): Promise<void> {
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return end.promise;
    },
  };
}

function failTest(error: unknown): never {
  throw error;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('requests that arrive while a shared task runs are answered by one further run, however many requests arrive', async () => {
  const { ends, work } = heldWork();
  const turns = coalesce(work, failTest);
  void turns.run();
  void turns.run();
  void turns.run();
  assert.equal(ends.length, 1);
  ends[0]?.resolve();
  await settle();
  assert.equal(ends.length, 2);
  ends[1]?.resolve();
  await settle();
  assert.equal(ends.length, 2);
  assert.equal(turns.isRunning(), false);
});

test('a request for a shared task waits for a run that starts after the request, and not for the run in progress', async () => {
  const { ends, work } = heldWork();
  const turns = coalesce(work, failTest);
  void turns.run();
  let isDone = false;
  const asked = turns.run().then(() => {
    isDone = true;
  });
  ends[0]?.resolve();
  await settle();
  assert.equal(isDone, false);
  ends[1]?.resolve();
  await asked;
  await turns.idle();
});

test('requests for a shared task during the pause after a run are answered by one more run', async () => {
  let runs = 0;
  const work = () => {
    runs += 1;
    return Promise.resolve();
  };
  const turns = coalesce(work, failTest, 20);
  await turns.run();
  await Promise.all([turns.run(), turns.run(), turns.run()]);
  assert.equal(runs, 2);
});

test('a failed run of a shared task is reported to waiting callers at once, and the next run starts', async () => {
  const failures: unknown[] = [];
  let runs = 0;
  const turns = coalesce(
    async () => {
      runs += 1;
      if (runs === 1) throw new Error('the database is away');
    },
    (error) => failures.push(error),
  );
  await turns.run();
  assert.equal(failures.length, 1);
  await turns.run();
  assert.deepEqual([runs, failures.length], [2, 1]);
});

test('a task that requests another run of itself runs again, and never twice at the same time', async () => {
  let runs = 0;
  let atOnce = 0;
  const turns = coalesce(async () => {
    atOnce += 1;
    assert.equal(atOnce, 1);
    runs += 1;
    if (runs < 3) void turns.run();
    await settle();
    atOnce -= 1;
  }, failTest);
  void turns.run();
  await turns.idle();
  assert.equal(runs, 3);
});

test('requests with the same key during the task’s pause are answered by one run, and requests with other keys do not wait', async () => {
  const done: string[] = [];
  const trigger = pacedByKey({
    work: async (key) => void done.push(key),
    everyMs: 50,
    onError: failTest,
  });
  for (const key of ['a', 'a', 'a', 'b']) trigger(key);
  await settle();
  assert.deepEqual(done, ['a', 'b']);
  await sleep(200);
  assert.deepEqual(done, ['a', 'b', 'a']);
  trigger('a');
  await settle();
  assert.deepEqual(done, ['a', 'b', 'a', 'a']);
});

test('a failed run of a task for one key is reported and retried automatically', async () => {
  const failures: unknown[] = [];
  const { promise: succeeded, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const trigger = pacedByKey({
    work: async () => {
      runs += 1;
      if (runs === 1) throw new Error('the database is away');
      resolve();
    },
    everyMs: 50,
    onError: (error) => failures.push(error),
  });
  trigger('a');
  // Keeps the test process alive, which the timers under test do not.
  const awake = setInterval(() => undefined, 100);
  await succeeded;
  clearInterval(awake);
  assert.deepEqual([runs, failures.length], [2, 1]);
});
