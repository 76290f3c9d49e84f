/** Several test files in one process, one after the other; a group that test-groups.ts wrote calls it. */
import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { after, before, describe } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { leftBehind, tracesOf } from './left-behind.ts';

/** Of all tests of a file together; each of them is held to it as well. What is run at length has an hour. */
const limitMs = process.env['BAARI_LONG'] === undefined ? 600_000 : 3_600_000;

/** So long after its last test a process ends that something left open would keep going for good. */
const lingersMs = 5000;
const [looks, lookAgainMs] = [40, 50];

/**
 * Each file is a suite: its hooks are its own, and its name, the file's path, is what reports know it by.
 * It fails when it leaves behind what another could stumble over.
 */
export function shareProcess(files: readonly string[]): void {
  let earlier: Promise<void> = Promise.resolve();
  for (const file of files) {
    const wasLoaded = Promise.withResolvers<void>();
    const turn = earlier;
    earlier = wasLoaded.promise;
    void describe(file, { timeout: limitMs }, async () => {
      // What is registered after waiting for another file would otherwise be no part of this suite.
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
  // Registered last, so that it looks when the file's own hooks have tidied up.
  const register = AsyncResource.bind(after);
  await import(pathToFileURL(file).href);
  const byLoading = leftBehind(beforeLoading, tracesOf());
  register(async () => {
    const leaves = () => [...byLoading, ...leftBehind(beforeTests, tracesOf())];
    // What was told to close may take a moment.
    for (let look = 0; look < looks && leaves().length > 0; look += 1) await sleep(lookAgainMs);
    assert.deepEqual(leaves(), [], `${file} leaves this behind`);
  });
}
