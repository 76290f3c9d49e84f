/** Runs scheduled tasks that poll for due work, such as breaks that end. */
import type { Queryable } from '../database/database.ts';
import { describeError, type Log } from '../log.ts';
import { coalesce } from '../coalesce.ts';
import { takeTurn } from '../database/turn.store.ts';

export interface PollerOptions {
  readonly log: Log;
  /**
   * The tasks by the name that the log shows. Each task finds and does its due work, and is safe to
   * run in several processes at once.
   */
  readonly tasks: Readonly<Record<string, () => Promise<void>>>;
  /** Milliseconds between two runs; 5 s by default. */
  readonly everyMs?: number;
  /** Whether the first run starts at once instead of after `everyMs`. */
  readonly startsAtOnce?: boolean;
  /**
   * The database through which all processes share the tasks, so that each run happens in only one
   * of them.
   */
  readonly sharedBy?: Queryable;
  /** Whether the clock is certain enough to do due work now; by default always true. */
  readonly isTimeSure?: () => Promise<boolean>;
}

/**
 * Runs the tasks periodically until stopped. A failed task runs again at the next interval; a run
 * never overlaps the previous run.
 */
export function startPoller(options: PollerOptions): { stop(): Promise<void> } {
  const { log, tasks, everyMs = 5000, startsAtOnce = false, sharedBy, isTimeSure } = options;

  async function go(what: string, task: () => Promise<void>): Promise<void> {
    if (isTimeSure !== undefined && !(await isTimeSure())) return;
    // The time is slightly shorter than the interval, so that the process that ran last is not
    // always just too early at its next poll.
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
