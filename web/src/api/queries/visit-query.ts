/** The queries for one visit with all its steps, for patients and staff. */
import { getJourney, getOwnVisit } from '@baari/contract/lines/journey.ts';
import { listOwnFollowUps } from '@baari/contract/visit/follow-up.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { journeyKey, ownFollowUpsKey, ownVisitKey } from './visit-keys.ts';

const second = 1000;

/** The query for the steps of the visit to which a queue entry belongs [LINE-4]. */
export function journeyQuery(entryId: string) {
  return queryOptions({
    queryKey: journeyKey(entryId),
    queryFn: async ({ signal }) => {
      const { journey } = await call(getJourney, { params: { id: entryId }, signal });
      return journey;
    },
    staleTime: 10 * second,
    gcTime: 600 * second,
  });
}

/** The query for one of the account's visits, by the id of any of its queue entries [PAT-11]. */
export function ownVisitQuery(entryId: string) {
  return queryOptions({
    queryKey: ownVisitKey(entryId),
    queryFn: async ({ signal }) => {
      const { visit } = await call(getOwnVisit, { params: { id: entryId }, signal });
      return visit;
    },
    staleTime: 10 * second,
    gcTime: 600 * second,
  });
}

/** The follow-ups that doctors set for the account's own visits [PAT-11]. */
export function ownFollowUpsQuery() {
  return queryOptions({
    queryKey: ownFollowUpsKey,
    queryFn: async ({ signal }) => {
      const { followUps } = await call(listOwnFollowUps, { signal });
      return followUps;
    },
    staleTime: 10 * second,
    gcTime: 600 * second,
  });
}
