/** What is done every hour: throwing away old events and answered idempotency keys, and what features name. */
import { type Clock, isTimeSure } from './clock.ts';
import type { Database } from './database/database.ts';
import { pruneEvents } from './events/event-log.store.ts';
import { pruneIdempotencyKeys } from './http/idempotency.store.ts';
import { describeError, type Log } from './log.ts';
import { oneAtATime } from './one-at-a-time.ts';

export interface HousekeepingOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * What the features throw away themselves, and what they count, by what each does, as the log tells it; each may
   * take long, and ends soon when asked to.
   */
  readonly tidyFeatures: Readonly<Record<string, Tidy>>;
}

type Tidy = (isStopped: () => boolean) => Promise<unknown>;

const everyMs = 3_600_000;
const dayMs = 86_400_000;
/** A stream that was away for longer reads everything anew; the log quotes patients' data. */
const eventsKeptMs = 2 * dayMs;

/** Begins now and then every hour until stopped; an hour's work that is not done by the next is not begun twice. */
export function startHousekeeping(options: HousekeepingOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const tidying = oneAtATime(
    () => tidy(options, () => stopping.signal.aborted),
    (error) =>
      options.log.warn(describeError(error), 'Housekeeping failed; it is tried again in an hour.'),
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

/** Each by itself: what cannot be thrown away now keeps nothing else from it. */
async function tidy(
  { database, clock, log, tidyFeatures }: HousekeepingOptions,
  isStopped: () => boolean,
): Promise<void> {
  if (!(await isTimeSure(clock, database))) return;
  const now = clock.now().getTime();
  const all: Record<string, Tidy> = {
    'Throwing old events away': () =>
      pruneEvents(database, new Date(now - eventsKeptMs), isStopped),
    'Throwing old idempotency keys away': () =>
      pruneIdempotencyKeys(database, new Date(now - dayMs), isStopped),
    ...tidyFeatures,
  };
  for (const [what, work] of Object.entries(all)) {
    if (isStopped()) return;
    try {
      await work(isStopped);
    } catch (error) {
      log.warn(describeError(error), `${what} failed; it is tried again in an hour.`);
    }
  }
}
