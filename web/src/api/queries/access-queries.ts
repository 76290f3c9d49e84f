/** Queries about who reads reports, emergency access, and what patients share [SEC-25, SEC-26]. */
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

/** Emergency accesses page by page, the latest first. */
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

/** Emergency accesses that nobody has reviewed. They have no live events, so they are polled. */
export function unseenEmergenciesQuery() {
  return queryOptions({
    queryKey: ['emergencies', 'count'],
    queryFn: async ({ signal }) => (await call(countEmergencies, { signal })).unseen,
    staleTime: minute / 2,
    refetchInterval: minute,
  });
}

/** Refetched at each view, because the consent may have been withdrawn. */
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
