/** The desk's queries about the hospital's patients [DESK-7, DESK-8]. */
import { listMerges, previewMerge } from '@baari/contract/patient/merge.ts';
import { findAlike } from '@baari/contract/patient/patient.ts';
import { listPatientVisits } from '@baari/contract/queue/queue.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

const second = 1000;

export const patientRoot = ['patients'] as const;
/** Root key of patients' past visits. */
export const visitRoot = ['visits'] as const;

/** The name and phone typed so far in a walk-in form. */
export interface Sought {
  readonly name: string;
  readonly phone: string;
}

/**
 * The minimum length of a search text. Shorter texts are not searched, because too many patients
 * would match.
 */
const fewestLetters = 3;
const fewestDigits = 8;

/** Whether the typed text is long enough to search. */
export function isEnoughToSeek({ name, phone }: Sought): boolean {
  return name.length >= fewestLetters || phone.replaceAll(/\P{Nd}/gu, '').length >= fewestDigits;
}

/** Known patients with a similar name or the same phone, most likely first. */
export function alikeQuery({ name, phone }: Sought) {
  return queryOptions({
    queryKey: [...patientRoot, 'alike', name, phone],
    queryFn: async ({ signal }) => {
      const { patients } = await call(findAlike, { body: { name, phone }, signal });
      return patients;
    },
    // A short time, so that the next read shows whether a patient has joined a queue meanwhile.
    staleTime: 10 * second,
    gcTime: 60 * second,
  });
}

/** A patient's past visits at this hospital, the latest first. */
export function earlierVisitsQuery(patientId: string) {
  return queryOptions({
    queryKey: [...visitRoot, patientId, ''],
    queryFn: async ({ signal }) => {
      const { visits } = await call(listPatientVisits, { params: { id: patientId }, signal });
      return visits;
    },
    staleTime: 10 * second,
  });
}

/**
 * The query for a preview of merging two patient records, with the reasons that prevent the merge.
 * It has its own root key, because after the merge there is nothing to fetch again.
 */
export function mergePreviewQuery(keptId: string, goneId: string) {
  return queryOptions({
    queryKey: ['merge', keptId, goneId],
    queryFn: ({ signal }) =>
      call(previewMerge, { params: { id: keptId }, body: { goneId }, signal }),
    enabled: keptId !== '' && goneId !== '',
    // The preview is stale at once, because a patient's visit may have ended meanwhile.
    staleTime: 0,
    gcTime: 60 * second,
  });
}

/** The latest merges of the hospital. */
export function mergesQuery() {
  return queryOptions({
    queryKey: [...patientRoot, 'merges'],
    queryFn: async ({ signal }) => {
      const { merges } = await call(listMerges, { signal });
      return merges;
    },
    staleTime: 10 * second,
  });
}
