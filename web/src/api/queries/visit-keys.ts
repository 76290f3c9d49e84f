/** The cache keys of lines and visits for live events, separate from the queries. */
import { queueRoot } from './queries.ts';

/** Key of the shared lines of the signed-in user's hospital. */
export const linesKey = [...queueRoot, 'lines'] as const;

/** The root of the keys of lines for all hospitals. */
export const homeLines = [...queueRoot, 'home-lines'] as const;

/** Key of the stops of the visit that an entry belongs to [LINE-4]. */
export function journeyKey(entryId: string) {
  return [...queueRoot, 'journey', entryId];
}
