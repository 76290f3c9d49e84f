/**
 * The contract's reads as query options, with the time for which each result counts as fresh
 * [CONST-1]. Live events update the queries whose key begins with 'queue'.
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
 * How long queue data counts as fresh. Live events keep visible data current; data that is no
 * longer visible is fetched again after this time.
 */
export const queueFreshness = { staleTime: 10 * second, gcTime: 10 * minute };
/** How long data that changes rarely counts as fresh. */
export const detailFreshness = { staleTime: 5 * minute, gcTime: 15 * minute };

/**
 * The start of the keys of all data that live events update, and that the `reset` event makes
 * stale.
 */
export const queueRoot = ['queue'] as const;
export const doctorLists = ['doctors'] as const;
export const hospitalRoot = ['hospitals'] as const;

/** The query parameters for the page that begins after the row with this id. */
export function pageBehind(after: string | undefined): { after?: string } {
  return after === undefined ? {} : { after };
}

export type HospitalFilter = QueryInputOf<typeof listHospitals>;

/**
 * The query for one page of hospitals. While another page or filter loads, the previous list stays
 * on screen.
 */
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
    initialData: () => takeAnswerSent(getHospital, { params: { id: hospitalId } })?.hospital,
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
    initialData: () => {
      const sent = takeAnswerSent(listHospitalDoctors, { params: { id: hospitalId } });
      return sent?.next === null ? sent.doctors : undefined;
    },
    ...detailFreshness,
  });
}

/**
 * The query for the ids of a hospital's doctors whose name contains the search text, or sounds like
 * it in another script.
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

/**
 * The query for the open queue entries of all people in the user's account, the oldest first
 * [API-11, PAT-11].
 */
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
      // The new and the previous data both come from this query, so their types are known.
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

/** The query for the finished queue entries of all people in the user's account, newest first. */
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
 * The query for the hospital's waiting queue entries, by doctor and position, with as many pages as
 * the user asked for [KEEP-9].
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

/** The query for the hospital's patients who are in consultation, by doctor [DESK-4]. */
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
 * The query for one doctor's queue: the patient in consultation, then the waiting patients by
 * position; optionally with today's completed visits.
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

/** The people in the user's account, the user first [PROF-1]. */
export function peopleQuery() {
  return queryOptions({
    queryKey: ['people'],
    queryFn: async ({ signal }) => {
      const { people } = await call(listPeople, { signal });
      return people;
    },
    initialData: () => takeAnswerSent(listPeople)?.people,
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
