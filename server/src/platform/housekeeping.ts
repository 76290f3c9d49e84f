/** Hourly scheduled tasks: deletes old events and idempotency keys, and runs the features' own tasks. */
import { type Clock, isTimeSure } from './clock.ts';
import type { Database } from './database/database.ts';
import { pruneEvents } from './events/event-log.store.ts';
import { pruneIdempotencyKeys } from './http/idempotency.store.ts';
import { describeError, type Log } from './log.ts';
import { coalesce } from './coalesce.ts';

export interface HousekeepingOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Hourly tasks of the features, by the name that the log shows. Each task stops soon when it is
   * asked to stop.
   */
  readonly tidyFeatures: Readonly<Record<string, Tidy>>;
}

type Tidy = (isStopped: () => boolean) => Promise<unknown>;

const everyMs = 3_600_000;
const dayMs = 86_400_000;
/**
 * How long live events are kept, in milliseconds. A stream that was disconnected for longer reloads
 * everything, and the log must not keep patient data longer.
 */
const eventsKeptMs = 2 * dayMs;

/**
 * Runs the hourly tasks at once and then every hour until stopped. A run that is still in progress
 * is not started twice.
 */
export function startHousekeeping(options: HousekeepingOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const tidying = coalesce(
    () => tidy(options, () => stopping.signal.aborted),
    (error) =>
      options.log.warn(
        describeError(error),
        'The hourly tasks, such as deleting old data, could not begin. They run again in an hour; if this repeats, check PostgreSQL.',
      ),
  );
  function tidyUp(): void {
    if (!tidying.isRunning()) void tidying.run();
  }
  const timer = setInterval(tidyUp, everyMs);
  tidyUp();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await tidying.idle();
    },
  };
}

/** Runs each hourly task separately, so that a failed task stops no other task. */
async function tidy(
  { database, clock, log, tidyFeatures }: HousekeepingOptions,
  isStopped: () => boolean,
): Promise<void> {
  if (!(await isTimeSure(clock, database))) return;
  const now = clock.now().getTime();
  const all: Record<string, Tidy> = {
    'Deleting old events': () => pruneEvents(database, new Date(now - eventsKeptMs), isStopped),
    'Deleting old idempotency keys': () =>
      pruneIdempotencyKeys(database, new Date(now - dayMs), isStopped),
    ...tidyFeatures,
  };
  for (const [what, work] of Object.entries(all)) {
    if (isStopped()) return;
    try {
      await work(isStopped);
    } catch (error) {
      log.warn(describeError(error), `${what} failed. It runs again in an hour.`);
    }
  }
}
