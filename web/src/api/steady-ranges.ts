/**
 * Keeps wait ranges on screen stable: they change by the server's rule, not with every refetch
 * [INV-16].
 */
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { shownRange } from '@baari/contract/queue/announced-wait.ts';

/**
 * The new entries, each with its previous range if that may not change yet, by the server's rule
 * for new ranges [INV-16].
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
