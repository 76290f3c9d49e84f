/**
 * Runs several test files in one process, one after the other. It is called by the group files that
 * test-groups.ts writes.
 */
import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { after, before, describe } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { leftBehind, tracesOf } from './left-behind.ts';

/**
 * The time limit in ms for each test, and for all tests of a file together. Long runs have a limit
 * of an hour.
 */
const limitMs = process.env['BAARI_LONG'] === undefined ? 600_000 : 3_600_000;

/**
 * How long after its last test a process ends, in ms. It then ends even if an open resource would
 * keep it running.
 */
const lingersMs = 5000;
const [looks, lookAgainMs] = [40, 50];

/**
 * Runs each test file as a suite with its own hooks. Test reports identify a suite by its name,
 * which is the file's path. A suite fails if it leaves something behind that could disturb another
 * file.
 */
export function shareProcess(files: readonly string[]): void {
  let earlier: Promise<void> = Promise.resolve();
  for (const file of files) {
    const wasLoaded = Promise.withResolvers<void>();
    const turn = earlier;
    earlier = wasLoaded.promise;
    void describe(file, { timeout: limitMs }, async () => {
      // Without this async context, tests that are registered after waiting for another file would
      // not belong to this suite.
      const suite = new AsyncResource('test-file');
      await turn;
      try {
        await suite.runInAsyncScope(() => load(file));
      } finally {
        wasLoaded.resolve();
        if (file === files.at(-1)) suite.runInAsyncScope(() => after(endSoon));
      }
    });
  }
}

function endSoon(): void {
  setTimeout(() => process.exit(), lingersMs).unref();
}

async function load(file: string): Promise<void> {
  const beforeLoading = tracesOf();
  let beforeTests = beforeLoading;
  before(() => {
    beforeTests = tracesOf();
  });
  // This check is registered last, so that it runs after the test file's own hooks have cleaned up.
  const register = AsyncResource.bind(after);
  await import(pathToFileURL(file).href);
  const byLoading = leftBehind(beforeLoading, tracesOf());
  register(async () => {
    const leaves = () => [...byLoading, ...leftBehind(beforeTests, tracesOf())];
    // Checks several times, because servers and processes may take a moment to close.
    for (let look = 0; look < looks && leaves().length > 0; look += 1) await sleep(lookAgainMs);
    assert.deepEqual(leaves(), [], `${file} leaves this behind`);
  });
}
