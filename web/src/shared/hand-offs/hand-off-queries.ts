/** The queries of hand-off notes [LINE-3]. */
import {
  listHandOffs,
  listHandOffWords,
  listOwnHandOffs,
} from '@baari/contract/visit/hand-offs.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queueFreshness } from '../../api/queries/queries.ts';
import { handOffsKey, ownHandOffsKey } from '../../api/queries/visit-keys.ts';

/** All hand-off notes of the visit to which a queue entry belongs. */
export function handOffsQuery(entryId: string) {
  return queryOptions({
    queryKey: handOffsKey(entryId),
    queryFn: async ({ signal }) => {
      const { handOffs } = await call(listHandOffs, { params: { id: entryId }, signal });
      return handOffs;
    },
    ...queueFreshness,
  });
}

/** The user's own hand-off notes of the day. */
export function ownHandOffsQuery() {
  return queryOptions({
    queryKey: ownHandOffsKey,
    queryFn: async ({ signal }) => {
      const { handOffs } = await call(listOwnHandOffs, { signal });
      return handOffs;
    },
    ...queueFreshness,
  });
}

/** What the hospital asked most recently of lines of the same kind. */
export function handOffWordsQuery(lineId: string) {
  return queryOptions({
    queryKey: ['hospital', 'hand-off-words', lineId],
    queryFn: async ({ signal }) => {
      const { words } = await call(listHandOffWords, { query: { lineId }, signal });
      return words;
    },
  });
}
