/** Ranges on screen move by the server's rule, and not with every reading [INV-16]. */
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { shownRange } from '@baari/contract/queue/told-wait.ts';

/**
 * The entries as they were just read, each with the range it was told before where that may not move
 * yet: the same rule by which the server tells a new one [INV-16].
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
