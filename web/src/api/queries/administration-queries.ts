/** Administrators' queries: statistics, the audit trail and ratings [ADM-1]. */
import { getAnalytics } from '@baari/contract/hospital/analytics.ts';
import { auditActions, getAuditCheck, listAudit } from '@baari/contract/account/audit.ts';
import type { QueryInputOf } from '@baari/contract/endpoint.ts';
import { listReceivedRatings } from '@baari/contract/doctor/rating.ts';
import { replayDay } from '@baari/contract/hospital/replay.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

const freshness = { staleTime: 30_000, gcTime: 600_000 };

export type AnalyticsPeriod = QueryInputOf<typeof getAnalytics>;

/**
 * The query for a period's statistics. While another period loads, the previous statistics stay on
 * screen.
 */
export function analyticsQuery(period: AnalyticsPeriod) {
  return queryOptions({
    queryKey: ['analytics', period],
    queryFn: ({ signal }) => call(getAnalytics, { query: period, signal }),
    placeholderData: keepPreviousData,
    ...freshness,
  });
}

export type ReplayWanted = QueryInputOf<typeof replayDay>;

/**
 * The query for the simulation of a past day, for example with one more doctor. The result does not
 * change and each read is audited, so it is rarely fetched again.
 */
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

/** Reads the audit filter from the URL's parameters; an unknown action is dropped. */
export function auditFilter(given: Readonly<Record<string, string>>): AuditFilter {
  const { action, ...others } = given;
  const known = auditActions.find((each) => each === action);
  return known === undefined ? others : { ...others, action: known };
}

/**
 * The query for the audit trail, page by page, newest first. Each read is itself audited, so
 * nothing is fetched again.
 */
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

/** The polling interval while a check of the audit trail runs, in milliseconds. */
const whileCheckingMs = 1000;

/**
 * The query for the latest check of the audit trail's keyed hashes: its progress and its result.
 */
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
