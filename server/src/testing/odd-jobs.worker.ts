/** Tasks that a test of threads asks for: quick, idle, endless, failing, and greedy in two ways. */
import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { serveTasks } from '../platform/threads/serve-tasks.ts';

const oddJobs = {
  whichThread: () => Promise.resolve(threadId),
  priority: () => Promise.resolve(getPriority()),
  environment: () => Promise.resolve(Object.keys(process.env)),
  bytes: (length: number) => Promise.resolve(new Uint8Array(length).fill(7)),
  fail: (message: string) => Promise.reject(new TypeError(message)),
  exit: () => process.exit(3),
  /** As one that gets no processor: time goes by, and nothing is done. */
  waitFor: (ms: number) => sleep(ms, ms),
  forEver(): Promise<never> {
    for (;;);
  },
  manyObjects(): Promise<never> {
    const held: object[] = [];
    for (;;) held.push({ index: held.length });
  },
  manyBytes(): Promise<never> {
    const held: Uint8Array[] = [];
    for (;;) {
      held.push(new Uint8Array(1024 * 1024).fill(1));
      // Slow enough that the one who looks is quicker than the machine's memory is gone.
      if (held.length % 64 === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  },
};
export type OddJobs = typeof oddJobs;

serveTasks(oddJobs);
