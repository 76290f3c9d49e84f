/** Queries about medical reports [RPT-1]. */
import type { QueryInputOf } from '@baari/contract/endpoint.ts';
import {
  findReportPatients,
  listHospitalReports,
  listOwnReports,
} from '@baari/contract/visit/report.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

const freshness = { staleTime: 30_000, gcTime: 600_000 };

export const reportRoot = ['reports'] as const;

/**
 * The query for the patient's own reports. While another filter loads, the previous list stays on
 * screen.
 */
export function ownReportsQuery(filter: QueryInputOf<typeof listOwnReports>) {
  return queryOptions({
    queryKey: [...reportRoot, 'own', filter],
    queryFn: ({ signal }) => call(listOwnReports, { query: filter, signal }),
    placeholderData: keepPreviousData,
    ...freshness,
  });
}

export function hospitalReportsQuery(filter: QueryInputOf<typeof listHospitalReports>) {
  return queryOptions({
    queryKey: [...reportRoot, 'hospital', filter],
    queryFn: ({ signal }) => call(listHospitalReports, { query: filter, signal }),
    placeholderData: keepPreviousData,
    ...freshness,
  });
}

/** The patients for whom a report can be written. */
export function hospitalPatientsQuery(search: string) {
  return queryOptions({
    queryKey: [...reportRoot, 'patients', search],
    queryFn: async ({ signal }) => {
      const body = search === '' ? {} : { search };
      const { patients } = await call(findReportPatients, { body, signal });
      return patients;
    },
    placeholderData: keepPreviousData,
    ...freshness,
  });
}
