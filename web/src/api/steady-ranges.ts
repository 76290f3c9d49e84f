/** Ranges on screen move by the server's rule, and not with every reading [INV-16]. */
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { isSameRange } from '@baari/contract/queue/told-wait.ts';

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
    if (!before?.waitRange || !entry.waitRange) return entry;
    // Another time at which the doctor is back is a reason of its own: no range may begin before it.
    const isSamePlace =
      before.position === entry.position &&
      before.line?.state === entry.line?.state &&
      before.line?.at === entry.line?.at;
    if (!isSamePlace || !isSameRange(before.waitRange, entry.waitRange, now)) return entry;
    return { ...entry, waitRange: before.waitRange };
  });
}
