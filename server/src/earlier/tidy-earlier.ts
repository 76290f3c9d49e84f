import { earlierFigureDays } from '@baari/contract/visit/earlier.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database/database.ts';
import { deleteEnded } from './earlier.store.ts';

/**
 * Deletes offers, requests and held times that ended before the period that the figures cover,
 * because nobody reads them any more.
 */
export function tidyEarlier(db: Queryable, clock: Clock): Promise<void> {
  return deleteEnded(db, new Date(clock.now().getTime() - earlierFigureDays * 86_400_000));
}
