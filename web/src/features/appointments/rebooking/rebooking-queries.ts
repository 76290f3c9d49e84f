/**
 * Queries about bookings that no longer fit the doctors' hours. They are in a separate file,
 * because patients' pages do not need them.
 */
import {
  countRebooking,
  planRebooking,
  type RebookingDoctors,
} from '@baari/contract/visit/rebooking.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { appointmentRoot } from '../../../api/queries/appointment-queries.ts';

const second = 1000;
const minute = 60 * second;

/**
 * The number of bookings that no longer fit the doctors' hours. The result contains no patient
 * data.
 */
export function rebookingCountQuery() {
  return queryOptions({
    queryKey: [...appointmentRoot, 'rebooking-count'],
    queryFn: ({ signal }) => call(countRebooking, { signal }),
    staleTime: 10 * second,
    gcTime: 10 * minute,
  });
}

/**
 * The proposed new times for bookings that no longer fit the doctors' hours, optionally of one
 * doctor. Free times may change at any moment.
 */
export function rebookingPlanQuery(doctorId: string | undefined, doctors: RebookingDoctors) {
  const body = { doctors, ...(doctorId === undefined ? {} : { doctorId }) };
  return queryOptions({
    queryKey: [...appointmentRoot, 'rebooking', body],
    queryFn: ({ signal }) => call(planRebooking, { body, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
