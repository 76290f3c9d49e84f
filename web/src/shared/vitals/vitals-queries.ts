/** The queries of vital signs [CONS-2]. */
import { getVitals, getVitalSettings, listPatientVitals } from '@baari/contract/visit/vitals.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queueFreshness } from '../../api/queries/queries.ts';
import { vitalsKey } from '../../api/queries/visit-keys.ts';

/** All vital signs of the visit to which a queue entry belongs. */
export function vitalsQuery(entryId: string) {
  return queryOptions({
    queryKey: vitalsKey(entryId),
    queryFn: async ({ signal }) => {
      const { vitals } = await call(getVitals, { params: { id: entryId }, signal });
      return vitals;
    },
    ...queueFreshness,
  });
}

/** The vital signs of a patient's visits to this hospital. */
export function patientVitalsQuery(patientId: string) {
  return queryOptions({
    queryKey: ['visits', patientId, 'vitals'],
    queryFn: ({ signal }) => call(listPatientVitals, { params: { id: patientId }, signal }),
    ...queueFreshness,
  });
}

/** Which vital signs the user's hospital records. It changes rarely. */
export function vitalSettingsQuery() {
  return queryOptions({
    queryKey: ['hospital', 'vitals'],
    queryFn: async ({ signal }) => {
      const { settings } = await call(getVitalSettings, { signal });
      return settings;
    },
    staleTime: 10 * 60_000,
  });
}
