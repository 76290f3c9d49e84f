import type { QueueEntry } from '@baari/contract/queue.ts';
import { useState } from 'react';
import { emptyPlaceLogs, observeAll, type PlaceLogs } from './place-log.ts';

/** What has happened to the entries while this screen was open. `undefined`: not known yet. */
export function usePlaceLogs(
  entries: readonly QueueEntry[] | undefined,
  at: number,
): PlaceLogs<QueueEntry> {
  const [logs, setLogs] = useState(emptyPlaceLogs<QueueEntry>);
  const next = entries === undefined ? logs : observeAll(logs, entries, at);
  if (next !== logs) setLogs(next);
  return next;
}
