/**
 * Every read of the contract as query options, with its freshness [CONST-1]. Live events update
 * `['queue', …]`.
 */
import { getDoctor, listColleagues, listHospitalDoctors } from '@baari/contract/doctor/doctor.ts';
import type { QueryInputOf } from '@baari/contract/endpoint.ts';
import { getHospital, getOwnHospital, listHospitals } from '@baari/contract/hospital/hospital.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { listPeople } from '@baari/contract/patient/person.ts';
import { getProfile } from '@baari/contract/patient/profile.ts';
import {
  getDayCounts,
  getDoctorQueue,
  getEntry,
  listHistory,
  listInside,
  listOpenEntries,
  listPending,
  listWaiting,
} from '@baari/contract/queue/queue.ts';
import { listOwnRatings, type OwnRating } from '@baari/contract/doctor/rating.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { serverNow } from '../../clock/clock.ts';
import { call } from '../client.ts';
import { everyPage, pagesAskedFor } from './pages.ts';
import { readAtOfSent, takeAnswerSent } from '../sent-with-page.ts';
import { shareById } from '../share-by-id.ts';
import { withSteadyRanges } from '../steady-ranges.ts';

const second = 1000;
const minute = 60 * second;

/**
 * How fresh queue data is. Live events keep visible data current; data no longer visible is refetched after this time.
 */
export const queueFreshness = { staleTime: 10 * second, gcTime: 10 * minute };
/** How fresh data is that changes rarely. */
export const detailFreshness = { staleTime: 5 * minute, gcTime: 15 * minute };

/** Everything that live events update, and that a live `reset` invalidates. */
export const queueRoot = ['queue'] as const;
export const doctorLists = ['doctors'] as const;
export const hospitalRoot = ['hospitals'] as const;

/** The query parameters for the page after this id. */
export function pageBehind(after: string | undefined): { after?: string } {
  return after === undefined ? {} : { after };
}

export type HospitalFilter = QueryInputOf<typeof listHospitals>;

/** One page of hospitals; while another page or filter loads, the previous answer stays. */
export function hospitalsQuery(filter: HospitalFilter = {}) {
  return queryOptions({
    queryKey: ['hospitals', 'list', filter],
    queryFn: ({ signal }) => call(listHospitals, { query: filter, signal }),
    initialData: () => takeAnswerSent(listHospitals, { query: filter }),
    staleTime: 10 * minute,
    gcTime: 30 * minute,
    placeholderData: keepPreviousData,
  });
}

export function hospitalQuery(hospitalId: string) {
  return queryOptions({
    queryKey: ['hospitals', 'one', hospitalId],
    queryFn: async ({ signal }) => {
      const { hospital } = await call(getHospital, { params: { id: hospitalId }, signal });
      return hospital;
    },
    ...detailFreshness,
  });
}

/** The hospital the signed-in user works for. */
export function ownHospitalQuery() {
  return queryOptions({
    queryKey: ['hospitals', 'own'],
    queryFn: async ({ signal }) => {
      const { hospital } = await call(getOwnHospital, { signal });
      return hospital;
    },
    initialData: () => takeAnswerSent(getOwnHospital)?.hospital,
    ...detailFreshness,
  });
}

export function hospitalDoctorsQuery(hospitalId: string) {
  return queryOptions({
    queryKey: [...doctorLists, 'hospital', hospitalId],
    queryFn: ({ signal }) =>
      everyPage(async (after) => {
        const query = pageBehind(after);
        const page = { params: { id: hospitalId }, query, signal };
        const { doctors, next } = await call(listHospitalDoctors, page);
        return { rows: doctors, next };
      }),
    ...detailFreshness,
  });
}

/**
 * The ids of a hospital's doctors whose name contains this text, or sounds like it in another
 * script.
 */
export function doctorsNamedQuery(hospitalId: string, search: string) {
  return queryOptions({
    queryKey: [...hospitalDoctorsQuery(hospitalId).queryKey, 'named', search],
    queryFn: async ({ signal }) => {
      const { doctors } = await call(listHospitalDoctors, {
        params: { id: hospitalId },
        query: { search },
        signal,
      });
      return doctors.map(({ id }) => id);
    },
    ...detailFreshness,
  });
}

export function doctorQuery(doctorId: string) {
  return queryOptions({
    queryKey: [...doctorLists, 'one', doctorId],
    queryFn: async ({ signal }) => {
      const { doctor } = await call(getDoctor, { params: { id: doctorId }, signal });
      return doctor;
    },
    initialData: () => takeAnswerSent(getDoctor, { params: { id: doctorId } })?.doctor,
    ...detailFreshness,
  });
}

/** The doctors of the signed-in user's hospital, with their contact details. */
export function colleaguesQuery() {
  return queryOptions({
    queryKey: [...doctorLists, 'colleagues'],
    queryFn: ({ signal }) =>
      everyPage(async (after) => {
        const { doctors, next } = await call(listColleagues, { query: pageBehind(after), signal });
        return { rows: doctors, next };
      }),
    initialData: () => {
      const sent = takeAnswerSent(listColleagues);
      return sent?.next === null ? sent.doctors : undefined;
    },
    ...detailFreshness,
  });
}

/** The open entries of the account's people, the oldest first [API-11, PAT-11]. */
export function openEntriesQuery() {
  return queryOptions({
    queryKey: [...queueRoot, 'open'],
    queryFn: async ({ signal }) => {
      const { queues } = await call(listOpenEntries, { signal });
      return queues;
    },
    initialData: () => takeAnswerSent(listOpenEntries)?.queues,
    initialDataUpdatedAt: readAtOfSent,
    structuralSharing: (shown: unknown, read: unknown) => {
      // Both values come from this query.
      const entries = withSteadyRanges(
        shown as PatientEntry[] | undefined,
        read as PatientEntry[],
        serverNow(),
      );
      return shareById(shown, entries);
    },
    ...queueFreshness,
  });
}

/** The finished entries of the account's people, newest first. */
export function historyQuery() {
  return queryOptions({
    queryKey: [...queueRoot, 'history'],
    queryFn: async ({ signal }) => {
      const { queues } = await call(listHistory, { signal });
      return queues;
    },
    initialData: () => takeAnswerSent(listHistory)?.queues,
    initialDataUpdatedAt: readAtOfSent,
    ...queueFreshness,
  });
}

/** The patient's own ratings of past visits, newest visit first [ENT-4]. */
export function ownRatingsQuery() {
  return queryOptions({
    queryKey: ['ratings', 'own'],
    queryFn: async ({ signal }): Promise<readonly OwnRating[]> => {
      const { ratings } = await call(listOwnRatings, { signal });
      return ratings;
    },
    initialData: () => takeAnswerSent(listOwnRatings)?.ratings,
    ...detailFreshness,
  });
}

export function entryQuery(entryId: string) {
  return queryOptions({
    queryKey: [...queueRoot, 'entry', entryId],
    queryFn: async ({ signal }) => {
      const { queue } = await call(getEntry, { params: { id: entryId }, signal });
      return queue;
    },
    ...queueFreshness,
  });
}

/** The hospital's pending requests, oldest first, as many pages as the user asked for [KEEP-9]. */
export function pendingQuery(hospitalId: string) {
  return queryOptions({
    queryKey: [...queueRoot, 'pending', hospitalId],
    queryFn: ({ signal, client, queryKey }) =>
      pagesAskedFor(client, queryKey, async (after) => {
        const page = { params: { id: hospitalId }, query: pageBehind(after), signal };
        const { pendingQueues, total, next } = await call(listPending, page);
        return { rows: pendingQueues, total, next };
      }),
    initialData: () => {
      const sent = takeAnswerSent(listPending, { params: { id: hospitalId } });
      return sent?.next === null ? sent.pendingQueues : undefined;
    },
    ...queueFreshness,
  });
}

/**
 * The waiting entries of the hospital, by doctor and position, as many pages as the user asked for
 * [KEEP-9].
 */
export function waitingQuery(hospitalId: string) {
  return queryOptions({
    queryKey: [...queueRoot, 'waiting', hospitalId],
    queryFn: ({ signal, client, queryKey }) =>
      pagesAskedFor(client, queryKey, async (after) => {
        const page = { params: { id: hospitalId }, query: pageBehind(after), signal };
        const { queues, total, next } = await call(listWaiting, page);
        return { rows: queues, total, next };
      }),
    initialData: () => {
      const sent = takeAnswerSent(listWaiting, { params: { id: hospitalId } });
      return sent?.next === null ? sent.queues : undefined;
    },
    ...queueFreshness,
  });
}

/** The entries in consultation at the hospital, by doctor [DESK-4]. */
export function insideQuery(hospitalId: string) {
  return queryOptions({
    queryKey: [...queueRoot, 'inside', hospitalId],
    queryFn: ({ signal }) =>
      everyPage(async (after) => {
        const page = { params: { id: hospitalId }, query: pageBehind(after), signal };
        const { queues, next } = await call(listInside, page);
        return { rows: queues, next };
      }),
    ...queueFreshness,
  });
}

/** Root key of a hospital's visits of today, for any search. */
export function visitsOfDayRoot(hospitalId: string) {
  return [...queueRoot, 'today', hospitalId] as const;
}

export function dayCountsQuery(hospitalId: string) {
  return queryOptions({
    queryKey: [...queueRoot, 'counts', hospitalId],
    queryFn: async ({ signal }) => {
      const { counts, dayEndsAt } = await call(getDayCounts, {
        params: { id: hospitalId },
        signal,
      });
      return { ...counts, dayEndsAt };
    },
    initialData: () => {
      const sent = takeAnswerSent(getDayCounts, { params: { id: hospitalId } });
      return sent && { ...sent.counts, dayEndsAt: sent.dayEndsAt };
    },
    ...queueFreshness,
  });
}

/**
 * One doctor's queue: in consultation, then waiting by position; optionally with today's completed
 * entries.
 */
export function doctorQueueQuery(doctorId: string, { includeCompleted = false } = {}) {
  return queryOptions({
    queryKey: [...queueRoot, 'doctor', doctorId, { includeCompleted }],
    queryFn: ({ signal }) =>
      call(getDoctorQueue, {
        params: { id: doctorId },
        query: { includeCompleted: includeCompleted ? 'true' : 'false' },
        signal,
      }),
    initialData: () =>
      takeAnswerSent(getDoctorQueue, {
        params: { id: doctorId },
        query: { includeCompleted: includeCompleted ? 'true' : 'false' },
      }),
    ...queueFreshness,
  });
}

/** The people of the account, the account's own person first [PROF-1]. */
export function peopleQuery() {
  return queryOptions({
    queryKey: ['people'],
    queryFn: async ({ signal }) => {
      const { people } = await call(listPeople, { signal });
      return people;
    },
    ...detailFreshness,
  });
}

/** The patient's own profile [PROF-1]. */
export function profileQuery() {
  return queryOptions({
    queryKey: ['profile'],
    queryFn: async ({ signal }) => {
      const { profile } = await call(getProfile, { signal });
      return profile;
    },
    initialData: () => takeAnswerSent(getProfile)?.profile,
    ...detailFreshness,
  });
}
