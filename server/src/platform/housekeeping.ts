/** What is done every hour: throwing away old events and answered idempotency keys, and what features name. */
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import { pruneEvents } from './event-log.store.ts';
import { pruneIdempotencyKeys } from './idempotency.store.ts';
import { describeError, type Log } from './log.ts';

export interface HousekeepingOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** What the features throw away themselves, and what they count; each may take long, and ends soon when asked to. */
  readonly tidyFeatures: readonly ((isStopped: () => boolean) => Promise<void>)[];
}

const everyMs = 3_600_000;
const dayMs = 86_400_000;
/** A stream that was away for longer reads everything anew; the log quotes patients' data. */
const eventsKeptMs = 2 * dayMs;

export function startHousekeeping(options: HousekeepingOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running = Promise.resolve();
  function tidyUp(): void {
    running = tidy(options, stopping.signal);
  }
  const timer = setInterval(tidyUp, everyMs);
  tidyUp();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/** Each by itself: what cannot be thrown away now keeps nothing else from it. */
async function tidy(
  { database, clock, log, tidyFeatures }: HousekeepingOptions,
  stopping: AbortSignal,
): Promise<void> {
  const now = clock.now().getTime();
  const isStopped = () => stopping.aborted;
  const all = [
    () => pruneEvents(database, new Date(now - eventsKeptMs), isStopped),
    () => pruneIdempotencyKeys(database, new Date(now - dayMs), isStopped),
    ...tidyFeatures.map((tidyFeature) => () => tidyFeature(isStopped)),
  ];
  for (const throwAway of all) {
    if (isStopped()) return;
    try {
      await throwAway();
    } catch (error) {
      log.warn(
        describeError(error),
        'Some of the hourly work failed; it is tried again in an hour.',
      );
    }
  }
}
