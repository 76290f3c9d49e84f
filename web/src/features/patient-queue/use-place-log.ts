import { useState } from 'react';
import type { QueueEntry } from '@baari/contract/queue.ts';
import { emptyPlaceLog, observe, type PlaceLog } from './place-log.ts';

/** What has happened to the entry while this screen was open. `undefined`: not known yet. */
export function usePlaceLog(entry: QueueEntry | null | undefined, at: number): PlaceLog {
  const [log, setLog] = useState(emptyPlaceLog);
  const next = entry === undefined ? log : observe(log, entry, at);
  if (next !== log) setLog(next);
  return next;
}
