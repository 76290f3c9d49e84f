/** Scheduled tasks that poll for due work, such as breaks that end. */
import type { Queryable } from '../database/database.ts';
import { describeError, type Log } from '../log.ts';
import { coalesce } from '../coalesce.ts';
import { takeTurn } from '../database/turn.store.ts';

export interface PollerOptions {
  readonly log: Log;
  /**
   * The tasks by the name that the log shows. Each finds and does its due work, safely in several processes
   * at once.
   */
  readonly tasks: Readonly<Record<string, () => Promise<void>>>;
  /** Milliseconds between two runs; 5 s by default. */
  readonly everyMs?: number;
  /** Whether the first run starts now instead of after that time. */
  readonly startsAtOnce?: boolean;
  /** The database through which all processes share the tasks: one process runs each time. */
  readonly sharedBy?: Queryable;
  /** Whether due work may be done now; always by default. */
  readonly isTimeSure?: () => Promise<boolean>;
}

/**
 * Runs the tasks periodically until stopped. A failed task runs again next time; a run never overlaps the one
 * before.
 */
export function startPoller(options: PollerOptions): { stop(): Promise<void> } {
  const { log, tasks, everyMs = 5000, startsAtOnce = false, sharedBy, isTimeSure } = options;

  async function go(what: string, task: () => Promise<void>): Promise<void> {
    if (isTimeSure !== undefined && !(await isTimeSure())) return;
    // Slightly shorter than the interval, so that the last process is not always just too early.
    if (sharedBy !== undefined && !(await takeTurn(sharedBy, what, everyMs * 0.9))) return;
    await task();
  }
  const going = Object.entries(tasks).map(([what, task]) =>
    coalesce(
      () => go(what, task),
      (error) =>
        log.warn(describeError(error), `${what} failed. It runs again in ${everyMs / 1000} s.`),
    ),
  );

  const timer = setInterval(() => {
    for (const task of going) if (!task.isRunning()) void task.run();
  }, everyMs);
  timer.unref();
  if (startsAtOnce) for (const task of going) void task.run();
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(going.map((task) => task.idle()));
    },
  };
}
