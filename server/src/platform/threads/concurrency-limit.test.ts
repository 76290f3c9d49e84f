import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeConcurrencyLimit } from './concurrency-limit.ts';
import { ok } from '../result.ts';

/** Makes asynchronous work that ends only when the test says so. */
function heldWork() {
  const ends: (() => void)[] = [];
  let most = 0;
  let running = 0;
  return {
    async work() {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => {
        ends.push(resolve);
      });
      running -= 1;
      return ok('done');
    },
    most: () => most,
    async endAll(count: number) {
      for (let ended = 0; ended < count; ended += 1) {
        // The next job begins a few turns of the event loop after the last one ends.
        while (ends.length === 0) await new Promise(setImmediate);
        ends.shift()?.();
      }
    },
  };
}

test('of a hundred simultaneous costly jobs two run at a time, ten wait and the rest are refused [SEC-16]', async () => {
  const limit = makeConcurrencyLimit({ atOnce: 2, waiting: 10, waitMs: 60_000 });
  const { work, most, endAll } = heldWork();
  const asked = Array.from({ length: 100 }, () => limit(work));
  await endAll(12);
  const answers = await Promise.all(asked);
  assert.equal(answers.filter((answer) => answer.ok).length, 12);
  assert.ok(answers.every((answer) => answer.ok || answer.code === 'overloaded'));
  assert.deepEqual(
    answers.slice(0, 12).map((answer) => answer.ok),
    answers.slice(0, 12).map(() => true),
    'who came first',
  );
  assert.equal(most(), 2);
});

test('a caller of a costly job that waits too long is refused, and the next caller gets the free worker [SEC-16]', async () => {
  const limit = makeConcurrencyLimit({ atOnce: 1, waiting: 1, waitMs: 5 });
  const { work, endAll } = heldWork();
  const first = limit(work);
  const late = await limit(work);
  assert.ok(!late.ok && late.code === 'overloaded');
  const next = limit(() => Promise.resolve(ok('next')));
  await endAll(1);
  assert.ok((await first).ok);
  assert.ok((await next).ok);
});

test('if a costly job fails, the next job can start and the caller gets the error [SEC-16]', async () => {
  const limit = makeConcurrencyLimit({ atOnce: 1, waiting: 0, waitMs: 5 });
  await assert.rejects(
    limit(() => Promise.reject(new Error('broken'))),
    /broken/u,
  );
  assert.ok((await limit(() => Promise.resolve(ok('again')))).ok);
});

test('one caller cannot fill the whole queue of costly jobs [SEC-16]', async () => {
  const limit = makeConcurrencyLimit({ atOnce: 1, waiting: 10, waitMs: 60_000, perCaller: 2 });
  const { work, endAll } = heldWork();
  const greedy = Array.from({ length: 5 }, () => limit(work, 'greedy'));
  const other = limit(work, 'other');
  await endAll(3);
  const codes = (await Promise.all(greedy)).map((answer) => (answer.ok ? 'ok' : answer.code));
  assert.deepEqual(codes, [
    'ok',
    'ok',
    'too_many_requests',
    'too_many_requests',
    'too_many_requests',
  ]);
  assert.ok((await other).ok);
  const again = limit(work, 'greedy');
  await endAll(1);
  assert.ok((await again).ok, 'ended work is not counted');
});
