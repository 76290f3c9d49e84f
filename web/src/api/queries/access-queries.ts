/**
 * Queries about the people who read reports, emergency access, and the data that patients share
 * [SEC-25, SEC-26].
 */
import { getSharedProfile, listConsents } from '@baari/contract/patient/consent.ts';
import {
  countEmergencies,
  getReportReaders,
  listEmergencies,
} from '@baari/contract/visit/report-access.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

const minute = 60_000;

export function reportReadersQuery() {
  return queryOptions({
    queryKey: ['hospital', 'report-readers'],
    queryFn: ({ signal }) => call(getReportReaders, { signal }),
    staleTime: 0,
  });
}

/** The query for emergency accesses to reports, page by page, the latest first. */
export function emergenciesQuery() {
  return infiniteQueryOptions({
    queryKey: ['emergencies', 'list'],
    queryFn: ({ signal, pageParam }) =>
      call(listEmergencies, { query: pageParam === null ? {} : { after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/**
 * The query for emergency accesses that nobody has reviewed. No live event reports them, so they
 * are polled.
 */
export function unseenEmergenciesQuery() {
  return queryOptions({
    queryKey: ['emergencies', 'count'],
    queryFn: async ({ signal }) => (await call(countEmergencies, { signal })).unseen,
    staleTime: minute / 2,
    refetchInterval: minute,
  });
}

/**
 * The query for the profile that a patient shares. It is fetched again each time it is shown,
 * because the patient may have withdrawn the consent.
 */
export function sharedProfileQuery(patientId: string) {
  return queryOptions({
    queryKey: ['shared-profile', patientId],
    queryFn: ({ signal }) => call(getSharedProfile, { params: { id: patientId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function consentsQuery() {
  return queryOptions({
    queryKey: ['profile', 'consents'],
    queryFn: ({ signal }) => call(listConsents, { signal }),
    staleTime: 0,
  });
}
