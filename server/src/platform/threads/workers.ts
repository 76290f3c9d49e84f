/**
 * Worker threads for slow work, so that the event loop stays free [SEC-16].
 *
 * Threads start with the first task and end when idle for a while. A thread that takes too long or
 * too much memory is ended together with its task; other threads are not affected.
 */
import { Worker } from 'node:worker_threads';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import { type ConcurrencyLimitOptions, makeConcurrencyLimit } from './concurrency-limit.ts';
import { ok, type Result, refuse } from '../result.ts';

/** The tasks that a file offers, by name. Arguments and results are copied between threads. */
export type Tasks = Readonly<Record<string, (given: never) => Promise<unknown>>>;

export interface WorkersOptions extends ConcurrencyLimitOptions {
  /** The path of the file that calls `serveTasks`. */
  readonly file: URL;
  /** The processor time allowed for one task in milliseconds, including the start of its thread. */
  readonly timeMs: number;
  /** The most megabytes that a thread may use for objects, and the most it may use for buffers. */
  readonly memoryMb: number;
  /** Idle milliseconds after which a thread ends; a minute by default. */
  readonly idleMs?: number;
}

export interface WorkFor {
  /**
   * The caller who requested the work. One caller cannot take more than a fixed share of the queue.
   */
  readonly caller: string;
  /** The refusal if the task takes too long or too much memory. */
  readonly tooMuch: RefusalCode;
}

export interface Workers<T extends Tasks> {
  /**
   * Runs a task in a worker thread. Refuses with the concurrency limit's error codes, and with
   * `tooMuch`; throws the task's own error.
   */
  run<N extends keyof T & string>(
    name: N,
    given: Parameters<T[N]>[0],
    workFor: WorkFor,
  ): Promise<Result<Awaited<ReturnType<T[N]>>>>;
  /** How many worker threads exist now. */
  count(): number;
  /** Ends every worker thread at once. */
  close(): Promise<void>;
}

/** The result that a worker thread sends back; see `serveTasks`. */
export type Done =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

interface Thread {
  readonly worker: Worker;
  /** The timer that ends the idle thread, unless work comes first. */
  rest: NodeJS.Timeout | undefined;
}

const lookEveryMs = 50;
/**
 * The most time that a task may take, as a multiple of its processor time limit. Threads have a low
 * priority, so a busy machine may delay them through no fault of their own.
 */
const patience = 6;
const megabyte = 1024 * 1024;

export function openWorkers<T extends Tasks>(options: WorkersOptions): Workers<T> {
  const { file, timeMs, memoryMb, idleMs = 60_000 } = options;
  const limit = makeConcurrencyLimit(options);
  const threads = new Set<Thread>();
  const idle: Thread[] = [];

  function start(): Thread {
    const worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      // A thread gets no environment variables, because it needs neither the secret nor the
      // database's address.
      env: {},
    });
    const thread: Thread = { worker, rest: undefined };
    threads.add(thread);
    // The caller handles the thread's errors while it waits for a result. Errors of a thread that
    // is being ended are ignored.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      threads.delete(thread);
      leaveIdle(thread);
    });
    return thread;
  }

  function leaveIdle(thread: Thread): void {
    const index = idle.indexOf(thread);
    if (index !== -1) idle.splice(index, 1);
  }

  function take(): Thread {
    const thread = idle.pop() ?? start();
    clearTimeout(thread.rest);
    return thread;
  }

  function giveBack(thread: Thread): void {
    if (!threads.has(thread)) return;
    thread.worker.unref();
    thread.rest = setTimeout(() => end(thread), idleMs).unref();
    idle.push(thread);
  }

  /** Ends a worker thread. It is removed from the pool first, because ending takes a moment. */
  function end(thread: Thread): void {
    leaveIdle(thread);
    void thread.worker.terminate();
  }

  async function workOn(name: string, given: unknown, tooMuch: RefusalCode) {
    const thread = take();
    const done = await ask(thread.worker, { name, given }, { timeMs, memoryMb });
    if (done === undefined) {
      await thread.worker.terminate();
      return refuse(tooMuch);
    }
    giveBack(thread);
    if (!done.ok) throw done.error;
    return ok(done.value);
  }

  return {
    async run(name, given, { caller, tooMuch }) {
      const result = await limit(() => workOn(name, given, tooMuch), caller);
      // The named task returns a value of the type that the caller expects.
      return result as Result<Awaited<ReturnType<T[typeof name]>>>;
    },
    count: () => threads.size,
    async close() {
      await Promise.all(Array.from(threads, ({ worker }) => worker.terminate()));
    },
  };
}

interface Limits {
  readonly timeMs: number;
  readonly memoryMb: number;
}

/**
 * Sends a task to a thread. Undefined if it took too long or too much memory. Rejects if the thread
 * ends for another reason.
 */
async function ask(worker: Worker, task: object, limits: Limits): Promise<Done | undefined> {
  const over = new AbortController();
  const { signal } = over;
  worker.ref();
  try {
    return await Promise.race([
      answerOf(worker, task, signal),
      timeIsUp(limits.timeMs * patience, signal),
      takesTooMuch(worker, limits, signal),
    ]);
  } finally {
    over.abort();
  }
}

function answerOf(worker: Worker, task: object, signal: AbortSignal): Promise<Done | undefined> {
  return new Promise((resolve, reject) => {
    function onError(error: Error & { code?: string }): void {
      // The thread reached its heap limit and ended itself.
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(undefined);
      else reject(error);
    }
    function onExit(): void {
      reject(new Error('A thread ended in the middle of its work.'));
    }
    worker.on('message', resolve).on('error', onError).on('exit', onExit);
    signal.addEventListener('abort', () => {
      worker.off('message', resolve).off('error', onError).off('exit', onExit);
    });
    // Messages between threads have no origin; the empty list transfers nothing.
    worker.postMessage(task, []);
  });
}

function timeIsUp(timeMs: number, signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), timeMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

/**
 * Polls a thread's buffers and processor time. The thread's own memory limit covers only its heap.
 */
function takesTooMuch(
  worker: Worker,
  { timeMs, memoryMb }: Limits,
  signal: AbortSignal,
): Promise<undefined> {
  return new Promise((resolve, reject) => {
    // A starting or ended thread has no measurements; answerOf reports the thread's end.
    const before = worker.cpuUsage().catch((error: Error) => {
      if (!isNotRunning(error)) reject(error);
      return unused;
    });
    async function look(): Promise<void> {
      if (signal.aborted) return;
      const [{ external_memory: held }, used] = await Promise.all([
        worker.getHeapStatistics(),
        worker.cpuUsage(),
      ]);
      const usedMs = (microseconds(used) - microseconds(await before)) / 1000;
      if (held > memoryMb * megabyte || usedMs > timeMs) resolve(undefined);
    }
    const timer = setInterval(() => {
      look().catch((error: Error) => {
        if (!isNotRunning(error)) reject(error);
      });
    }, lookEveryMs);
    signal.addEventListener('abort', () => clearInterval(timer));
  });
}

const unused: NodeJS.CpuUsage = { user: 0, system: 0 };

function microseconds({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}

function isNotRunning(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_NOT_RUNNING';
}
