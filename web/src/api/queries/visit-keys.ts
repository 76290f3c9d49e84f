/** Where lines and visits are kept, for the live events: apart from the reads themselves. */
import { queueRoot } from './queries.ts';

/** Of the shared lines of the signed-in user's hospital. */
export const linesKey = [...queueRoot, 'lines'] as const;

/** Of every hospital. */
export const homeLines = [...queueRoot, 'home-lines'] as const;

/** Of the stops of the visit that an entry belongs to [LINE-4]. */
export function journeyKey(entryId: string) {
  return [...queueRoot, 'journey', entryId];
}
