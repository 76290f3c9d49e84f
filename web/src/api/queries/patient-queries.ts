/** What the desk reads of the hospital's patients [DESK-7, DESK-8]. */
import { listMerges, previewMerge } from '@baari/contract/patient/merge.ts';
import { findAlike } from '@baari/contract/patient/patient.ts';
import { listPatientVisits } from '@baari/contract/queue/queue.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

const second = 1000;

export const patientRoot = ['patients'] as const;
/** The past visits of patients. */
export const visitRoot = ['visits'] as const;

/** Who is about to be written down, as typed. */
export interface Sought {
  readonly name: string;
  readonly phone: string;
}

/** Fewer letters are like nobody. */
const fewestLetters = 3;
const fewestDigits = 8;

/** Whether there is enough to look for anybody by. */
export function isEnoughToSeek({ name, phone }: Sought): boolean {
  return name.length >= fewestLetters || phone.replaceAll(/\P{Nd}/gu, '').length >= fewestDigits;
}

/** Known patients with a name or the phone like these, the likeliest first. */
export function alikeQuery({ name, phone }: Sought) {
  return queryOptions({
    queryKey: [...patientRoot, 'alike', name, phone],
    queryFn: async ({ signal }) => {
      const { patients } = await call(findAlike, { body: { name, phone }, signal });
      return patients;
    },
    // Whoever was just put in a line is so at the next look.
    staleTime: 10 * second,
    gcTime: 60 * second,
  });
}

/** Past visits of a patient at this hospital, the latest first. */
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
 * What would go over from one record to the other, and what stands against it. By a root of its own: once
 * they are merged there is no such preview to read anew.
 */
export function mergePreviewQuery(keptId: string, goneId: string) {
  return queryOptions({
    queryKey: ['merge', keptId, goneId],
    queryFn: ({ signal }) =>
      call(previewMerge, { params: { id: keptId }, body: { goneId }, signal }),
    enabled: keptId !== '' && goneId !== '',
    // Somebody may have ended a visit meanwhile.
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
