import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { oneAtATime, pacedByKey } from './one-at-a-time.ts';

/** Work whose runs end when they are told to. */
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

test('what is asked for while it runs is done once more afterwards, however many asked', async () => {
  const { ends, work } = heldWork();
  const turns = oneAtATime(work, failTest);
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

test('whoever asks waits for a run that began after the call, not for the one under way', async () => {
  const { ends, work } = heldWork();
  const turns = oneAtATime(work, failTest);
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

test('what is asked for while it rests after a run is done by one more, together', async () => {
  let runs = 0;
  const work = () => {
    runs += 1;
    return Promise.resolve();
  };
  const turns = oneAtATime(work, failTest, 20);
  await turns.run();
  await Promise.all([turns.run(), turns.run(), turns.run()]);
  assert.equal(runs, 2);
});

test('a run that fails is told of, lets those who wait go on, and the next one runs', async () => {
  const failures: unknown[] = [];
  let runs = 0;
  const turns = oneAtATime(
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

test('work that asks for itself runs again, never twice at once', async () => {
  let runs = 0;
  let atOnce = 0;
  const turns = oneAtATime(async () => {
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

test('calls for one key are gathered while its work rests, and other keys do not wait', async () => {
  const done: string[] = [];
  const tell = pacedByKey({
    work: async (key) => void done.push(key),
    everyMs: 50,
    onError: failTest,
  });
  for (const key of ['a', 'a', 'a', 'b']) tell(key);
  await settle();
  assert.deepEqual(done, ['a', 'b']);
  await sleep(200);
  assert.deepEqual(done, ['a', 'b', 'a']);
  tell('a');
  await settle();
  assert.deepEqual(done, ['a', 'b', 'a', 'a']);
});

test('work of a key that fails is told of and tried again by itself', async () => {
  const failures: unknown[] = [];
  const { promise: succeeded, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const tell = pacedByKey({
    work: async () => {
      runs += 1;
      if (runs === 1) throw new Error('the database is away');
      resolve();
    },
    everyMs: 50,
    onError: (error) => failures.push(error),
  });
  tell('a');
  // The waiting itself keeps no process alive.
  const awake = setInterval(() => undefined, 100);
  await succeeded;
  clearInterval(awake);
  assert.deepEqual([runs, failures.length], [2, 1]);
});
