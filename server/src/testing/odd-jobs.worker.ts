/**
 * Tasks for tests of worker threads: a quick, an idle, an endless and a failing task, and two tasks
 * that use too much memory.
 */
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
  /** Waits without doing anything, like a thread that gets no processor time. */
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
      // The pause lets the memory check act before the machine runs out of memory.
      if (held.length % 64 === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  },
};
export type OddJobs = typeof oddJobs;

serveTasks(oddJobs);
