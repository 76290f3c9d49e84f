/** What administrators read of their hospital: figures, the audit trail, ratings [ADM-1]. */
import { getAnalytics } from '@baari/contract/hospital/analytics.ts';
import { auditActions, getAuditCheck, listAudit } from '@baari/contract/account/audit.ts';
import type { QueryInputOf } from '@baari/contract/endpoint.ts';
import { listReceivedRatings } from '@baari/contract/doctor/rating.ts';
import { replayDay } from '@baari/contract/hospital/replay.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

const freshness = { staleTime: 30_000, gcTime: 600_000 };

export type AnalyticsPeriod = QueryInputOf<typeof getAnalytics>;

/** While another period loads, the previous figures stay. */
export function analyticsQuery(period: AnalyticsPeriod) {
  return queryOptions({
    queryKey: ['analytics', period],
    queryFn: ({ signal }) => call(getAnalytics, { query: period, signal }),
    placeholderData: keepPreviousData,
    ...freshness,
  });
}

export type ReplayWanted = QueryInputOf<typeof replayDay>;

/** A day that is over does not change; each replay is on record, so that none is asked for twice. */
export function replayQuery(wanted: ReplayWanted) {
  return queryOptions({
    queryKey: ['replay', wanted],
    queryFn: ({ signal }) => call(replayDay, { query: wanted, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    staleTime: 600_000,
    gcTime: 600_000,
  });
}

export type AuditFilter = Omit<QueryInputOf<typeof listAudit>, 'before' | 'limit'>;

/** What of an address is a filter; an action that there is not is left out. */
export function auditFilter(given: Readonly<Record<string, string>>): AuditFilter {
  const { action, ...others } = given;
  const known = auditActions.find((each) => each === action);
  return known === undefined ? others : { ...others, action: known };
}

/** Page after page of the trail, newest first; reading is on record, so nothing is read twice. */
export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal, pageParam }) =>
      call(listAudit, {
        query: { ...filter, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    ...freshness,
  });
}

/** Asked again every second while a check goes on. */
const whileCheckingMs = 1000;

/** The last check of the trail's seals: how far it is, and what it found. */
export function auditCheckQuery() {
  return queryOptions({
    queryKey: ['audit-check'],
    queryFn: ({ signal }) => call(getAuditCheck, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.check?.state === 'running' ? whileCheckingMs : false,
    ...freshness,
  });
}

export type RatingFilter = QueryInputOf<typeof listReceivedRatings>;

export function receivedRatingsQuery(filter: RatingFilter) {
  return queryOptions({
    queryKey: ['ratings', 'received', filter],
    queryFn: ({ signal }) => call(listReceivedRatings, { query: filter, signal }),
    placeholderData: keepPreviousData,
    ...freshness,
  });
}
