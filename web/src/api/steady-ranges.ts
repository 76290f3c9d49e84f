/**
 * Keeps wait ranges on screen stable. A range changes by the server's rule, not each time the data
 * is fetched [INV-16].
 */
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { shownRange } from '@baari/contract/queue/announced-wait.ts';

/**
 * Returns the new queue entries. Each entry keeps its previous wait range until the server's rule
 * allows a new range [INV-16].
 */
export function withSteadyRanges(
  shown: readonly PatientEntry[] | undefined,
  read: PatientEntry[],
  now: number,
): PatientEntry[] {
  return read.map((entry) => {
    const before = shown?.find(({ id }) => id === entry.id);
    const waitRange = shownRange(before, entry, now);
    return waitRange === entry.waitRange ? entry : { ...entry, waitRange };
  });
}
