/** Reads of staff pages alone, apart from those that live events change, so that patients load none of them. */
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
 * The visits that ended today in the hospital's time zone, or all of today's that match a search,
 * page by page [DESK-1, DESK-2].
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

/** The limits of a line of a doctor or a shared line, and how far they are used [QST-1]. */
export function lineLimitsQuery(lineId: string) {
  return queryOptions({
    queryKey: [...queueRoot, 'limits', lineId],
    queryFn: ({ signal }) => call(getLineLimits, { params: { id: lineId }, signal }),
    staleTime: 0,
    gcTime: minute,
  });
}

/** The effect of moving a patient to a position, for the version of the line on screen. */
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
 * The patient's past visits at this hospital before the visit `entryId`, latest first; refetched at
 * each visit.
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

/** The ids of those doctors whose name contains this text, or sounds like it in another script. */
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

/** Whether the operator has confirmed that hospital; it has no live event [SEC-20]. */
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
