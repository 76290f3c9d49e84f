import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import { getFirstSteps } from '@baari/contract/hospital/first-steps.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

export const firstStepsKey = ['hospitals', 'first-steps'] as const;

const everyMs = 30_000;

/**
 * The query for the first steps that the hospital has done. It is read again when a doctor comes or
 * becomes available, and every half minute, because no live event reports the other steps [ADM-1].
 */
export function firstStepsQuery(doctors: readonly Colleague[]) {
  const available = doctors.filter(({ status }) => status !== 'Offline').length;
  return queryOptions({
    queryKey: [...firstStepsKey, doctors.length, available],
    queryFn: async ({ signal }) => (await call(getFirstSteps, { signal })).done,
    placeholderData: keepPreviousData,
    // Once the first patient is approved, the list is hidden for good.
    refetchInterval: ({ state }) => (state.data?.includes('patient') ? false : everyMs),
  });
}
