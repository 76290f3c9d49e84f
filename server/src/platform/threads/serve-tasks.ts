/** The worker thread's side of `workers.ts`: receives a task, runs it and sends the result back. */
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Done, Tasks } from './workers.ts';

interface Asked {
  readonly name: string;
  readonly given: never;
}

/** Runs tasks, which are requested by name, for as long as the thread lives. */
export function serveTasks(tasks: Tasks): void {
  if (parentPort === null) throw new Error('Tasks are served by a thread only.');
  const port = parentPort;
  stepBack();
  async function serve({ name, given }: Asked): Promise<void> {
    const done = await answer(tasks, name, given);
    port.postMessage(done, bytesOf(done));
  }
  port.on('message', (asked: Asked) => void serve(asked));
}

/**
 * Lowers this thread's priority below that of the event loop. This is done only on Linux, where
 * priorities are per thread; elsewhere the change would slow the whole server.
 */
function stepBack(): void {
  if (process.platform !== 'linux') return;
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  setPriority(Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL));
}

async function answer(tasks: Tasks, name: string, given: never): Promise<Done> {
  try {
    const task = tasks[name];
    if (task === undefined) throw new Error(`There is no task ${name}.`);
    return { ok: true, value: await task(given) };
  } catch (error) {
    return { ok: false, error };
  }
}

/**
 * The buffer to transfer to the main thread instead of copying it; none if the bytes do not fill
 * their buffer.
 */
function bytesOf(done: Done): ArrayBuffer[] {
  if (!done.ok || !(done.value instanceof Uint8Array)) return [];
  const { buffer, byteLength } = done.value;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
