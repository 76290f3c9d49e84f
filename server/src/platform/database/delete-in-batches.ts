/**
 * Deletes or changes many rows in batches. A long statement delays the live events of every hospital until it
 * commits (`event-log.store.ts`).
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** The most rows that one statement deletes. Such a statement takes some ten milliseconds. */
const batchSize = 1000;
/** The pause between batches in ms, in which delayed live events are sent. */
const pauseMs = 20;

/**
 * Runs batches until a batch is not full or a stop is requested; the next hourly run continues the
 * work. `doBatch` returns how many rows it changed.
 */
export async function deleteInBatches(
  doBatch: (size: number) => Promise<number>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  while (!isStopped() && (await doBatch(batchSize)) >= batchSize) await sleep(pauseMs);
}
