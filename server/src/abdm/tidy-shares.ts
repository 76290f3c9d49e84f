/** The hourly task that deletes old shares [API-38]. */
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/delete-in-batches.ts';
import { pruneShares } from './abdm.store.ts';

/** How long a repeated call of ABDM is recognised, in ms. */
const keptMs = 2 * 86_400_000;

export async function tidyShares(
  db: Database,
  clock: Clock,
  isStopped?: () => boolean,
): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs);
  await deleteInBatches((size) => pruneShares(db, before, size), isStopped);
}
