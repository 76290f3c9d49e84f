/** Administrators' queries: figures, the audit trail, ratings [ADM-1]. */
import { getAnalytics } from '@baari/contract/hospital/analytics.ts';
import { auditActions, getAuditCheck, listAudit } from '@baari/contract/account/audit.ts';
import type { QueryInputOf } from '@baari/contract/endpoint.ts';
import { listReceivedRatings } from '@baari/contract/doctor/rating.ts';
import { replayDay } from '@baari/contract/hospital/replay.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

const freshness = { staleTime: 30_000, gcTime: 600_000 };

export type AnalyticsPeriod = QueryInputOf<typeof getAnalytics>;

/** The figures of a period. While another period loads, the previous figures stay. */
export function analyticsQuery(period: AnalyticsPeriod) {
  return queryOptions({
    queryKey: ['analytics', period],
    queryFn: ({ signal }) => call(getAnalytics, { query: period, signal }),
    placeholderData: keepPreviousData,
    ...freshness,
  });
}

export type ReplayWanted = QueryInputOf<typeof replayDay>;

/** A past day does not change, and each replay is audited, so none is fetched twice. */
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

/** The filter parameters of an address; an unknown action is dropped. */
export function auditFilter(given: Readonly<Record<string, string>>): AuditFilter {
  const { action, ...others } = given;
  const known = auditActions.find((each) => each === action);
  return known === undefined ? others : { ...others, action: known };
}

/** The trail page by page, newest first; each read is audited, so nothing is refetched. */
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

/** Polling interval while a check runs, in ms. */
const whileCheckingMs = 1000;

/** The latest check of the audit trail's seals: its progress and its result. */
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
