/**
 * Work on many rows, some at a time. Whatever deletes holds back the live events of every hospital
 * until it commits (`event-log.store.ts`), so no single statement may take long.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** How many rows a statement deletes at most: some ten milliseconds. */
const batchSize = 1000;
/** What was written meanwhile is handed on before the next batch. */
const pauseMs = 20;

/**
 * Does one batch after another until one was not full, or until asked to stop; the next hour goes on.
 * `doBatch` answers how many rows it was.
 */
export async function inBatches(
  doBatch: (size: number) => Promise<number>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  while (!isStopped() && (await doBatch(batchSize)) >= batchSize) await sleep(pauseMs);
}
