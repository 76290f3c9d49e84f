/** What is thrown away every hour: old events, answered idempotency keys, and what features name. */
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import { pruneEvents } from './event-log.store.ts';
import { pruneIdempotencyKeys } from './idempotency.store.ts';
import { describeError, type Log } from './log.ts';

export interface HousekeepingOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** What the features throw away themselves. */
  readonly tidyFeatures: readonly (() => Promise<void>)[];
}

const everyMs = 3_600_000;
const dayMs = 86_400_000;
/** A stream that was away for longer reads everything anew; the log quotes patients' data. */
const eventsKeptMs = 2 * dayMs;

export function startHousekeeping(options: HousekeepingOptions): { stop(): Promise<void> } {
  const { log } = options;
  let running = Promise.resolve();
  let stopped = false;
  function tidyUp(): void {
    running = tidy(options, () => stopped).catch((error: unknown) =>
      log.warn(describeError(error), 'housekeeping failed; it is tried again in an hour'),
    );
  }
  const timer = setInterval(tidyUp, everyMs);
  tidyUp();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

async function tidy(
  { database, clock, tidyFeatures }: HousekeepingOptions,
  isStopped: () => boolean,
): Promise<void> {
  const now = clock.now().getTime();
  await pruneEvents(database, new Date(now - eventsKeptMs), isStopped);
  await pruneIdempotencyKeys(database, new Date(now - dayMs), isStopped);
  for (const tidyFeature of tidyFeatures) {
    if (isStopped()) return;
    await tidyFeature();
  }
}
