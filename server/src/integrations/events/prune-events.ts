/** The task that deletes old events of hospitals' own systems [API-29]. */
import { eventsKeptDays } from '@baari/contract/keys/public-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import { pruneOutgoing, prunePublicEvents } from './public-events.store.ts';

const dayMs = 86_400_000;

export async function pruneOldEvents(
  db: Database,
  clock: Clock,
  isStopped?: () => boolean,
): Promise<void> {
  const now = clock.now().getTime();
  const before = new Date(now - eventsKeptDays * dayMs);
  await deleteInBatches((size) => prunePublicEvents(db, before, size), isStopped);
  await pruneOutgoing(db, new Date(now - dayMs));
}
