/**
 * Queries that only staff pages use and that no live event updates. They are in a separate module,
 * so that patients' pages do not load them.
 */
import { listColleagues, listFormerColleagues } from '@baari/contract/doctor/doctor.ts';
import { getOwnStanding } from '@baari/contract/hospital/hospital.ts';
import { getLineLimits } from '@baari/contract/lines/line-limits.ts';
import { getMoveEffect, listPatientVisits, listVisitsOfDay } from '@baari/contract/queue/queue.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { everyPage } from './pages.ts';
import {
  colleaguesQuery,
  detailFreshness,
  doctorLists,
  pageBehind,
  queueFreshness,
  queueRoot,
  visitsOfDayRoot,
} from './queries.ts';

const second = 1000;
const minute = 60 * second;

/**
 * The visits that ended today in the hospital's time zone, or all visits of today that match a
 * search, page by page [DESK-1, DESK-2].
 */
export function visitsOfDayQuery(
  hospitalId: string,
  { search, doctorId }: { readonly search: string; readonly doctorId: string | undefined },
) {
  const wanted = search === '' ? {} : { search, open: true };
  const ofDoctor = doctorId === undefined ? {} : { doctorId };
  return infiniteQueryOptions({
    queryKey: [...visitsOfDayRoot(hospitalId), search, doctorId ?? ''],
    queryFn: ({ signal, pageParam }) =>
      call(listVisitsOfDay, {
        params: { id: hospitalId },
        body: { ...wanted, ...ofDoctor, ...pageBehind(pageParam) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    ...queueFreshness,
  });
}

/**
 * The query for the limits of a doctor's queue or a shared line, and how much of each limit is used
 * today [QST-1].
 */
export function lineLimitsQuery(lineId: string) {
  return queryOptions({
    queryKey: [...queueRoot, 'limits', lineId],
    queryFn: ({ signal }) => call(getLineLimits, { params: { id: lineId }, signal }),
    staleTime: 0,
    gcTime: minute,
  });
}

/**
 * The query for how a patient's move to a position would affect the other patients, for the queue
 * version on screen.
 */
export function moveEffectQuery(entryId: string, position: number, version: number) {
  return queryOptions({
    queryKey: ['move-effect', entryId, position, version],
    queryFn: async ({ signal }) => {
      const input = { params: { id: entryId }, query: { position: String(position) }, signal };
      const { effect } = await call(getMoveEffect, input);
      return effect;
    },
    staleTime: 30 * second,
    gcTime: minute,
    retry: false,
  });
}

/**
 * The patient's past visits at this hospital, latest first. The cache key contains `entryId`, so
 * that they are fetched again for each visit.
 */
export function patientVisitsQuery(patientId: string, entryId: string) {
  return queryOptions({
    queryKey: ['visits', patientId, entryId],
    queryFn: async ({ signal }) => {
      const { visits } = await call(listPatientVisits, { params: { id: patientId }, signal });
      return visits;
    },
    ...queueFreshness,
  });
}

/**
 * The query for the ids of the hospital's doctors whose name contains the search text, or sounds
 * like it in another script.
 */
export function colleaguesNamedQuery(search: string) {
  return queryOptions({
    queryKey: [...colleaguesQuery().queryKey, 'named', search],
    queryFn: async ({ signal }) => {
      const { doctors } = await call(listColleagues, { query: { search }, signal });
      return doctors.map(({ id }) => id);
    },
    ...detailFreshness,
  });
}

/** The deactivated doctors of the signed-in administrator's hospital. */
export function formerColleaguesQuery() {
  return queryOptions({
    queryKey: [...doctorLists, 'former'],
    queryFn: ({ signal }) =>
      everyPage(async (after) => {
        const query = pageBehind(after);
        const { doctors, next } = await call(listFormerColleagues, { query, signal });
        return { rows: doctors, next };
      }),
    ...detailFreshness,
  });
}

/**
 * The query for whether the operator has confirmed the hospital. It is polled every minute, because
 * no live event reports the confirmation [SEC-20].
 */
export function hospitalVerificationQuery() {
  return queryOptions({
    queryKey: ['hospitals', 'standing'],
    queryFn: async ({ signal }) => {
      const { standing } = await call(getOwnStanding, { signal });
      return standing;
    },
    refetchInterval: minute,
    ...detailFreshness,
  });
}
