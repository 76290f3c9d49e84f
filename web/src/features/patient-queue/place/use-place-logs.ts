import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useState } from 'react';
import { emptyPlaceLogs, observeAll, type PlaceLogs } from './place-log.ts';

/**
 * The changes of the queue entries while this screen is open. `undefined` means that the entries
 * are not loaded yet.
 */
export function usePlaceLogs(
  entries: readonly PatientEntry[] | undefined,
  at: number,
): PlaceLogs<PatientEntry> {
  const [logs, setLogs] = useState(emptyPlaceLogs<PatientEntry>);
  const next = entries === undefined ? logs : observeAll(logs, entries, at);
  if (next !== logs) setLogs(next);
  return next;
}
