/**
 * The cache keys of shared lines and visits, for live events. They are in a separate module, so
 * that code for live events need not load the queries.
 */
import { queueRoot } from './queries.ts';

/** The cache key of the shared lines of the signed-in user's hospital. */
export const linesKey = [...queueRoot, 'lines'] as const;

/** The common start of the cache keys of shared lines, for all hospitals. */
export const homeLines = [...queueRoot, 'home-lines'] as const;

/** The cache key of the steps of the visit to which a queue entry belongs [LINE-4]. */
export function journeyKey(entryId: string) {
  return [...queueRoot, 'journey', entryId];
}

/** The cache key of the vital signs of the visit to which a queue entry belongs. */
export function vitalsKey(entryId: string) {
  return [...queueRoot, 'vitals', entryId];
}

/** The cache key of the follow-up that was set at a queue entry. */
export function followUpKey(entryId: string) {
  return [...queueRoot, 'follow-up', entryId];
}

/** The cache key of the shared links of an entry's visit. */
export function sharedLinksKey(entryId: string) {
  return [...queueRoot, 'shared-links', entryId];
}

/** The cache key of the follow-ups of the account's own visits. */
export const ownFollowUpsKey = [...queueRoot, 'own-follow-ups'] as const;

/** The common start of the cache keys of hand-off notes. */
export const handOffsRoot = [...queueRoot, 'hand-offs'] as const;

/** The cache key of the hand-off notes of the visit to which a queue entry belongs. */
export function handOffsKey(entryId: string) {
  return [...handOffsRoot, entryId];
}

/** The cache key of one of the account's own visits. */
export function ownVisitKey(entryId: string) {
  return [...queueRoot, 'own-visit', entryId];
}

/** The cache key of the user's own hand-off notes of the day. */
export const ownHandOffsKey = [...handOffsRoot, 'own'] as const;
