import { getErasure, getRetention } from '@baari/contract/patient/erasure.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

/**
 * The query for whether the user requested the erasure of their data, and which data would be kept
 * [SEC-14].
 */
export function erasureQuery() {
  return queryOptions({
    queryKey: ['profile', 'erasure'],
    queryFn: async ({ signal }) => {
      const { erasure } = await call(getErasure, { signal });
      return erasure;
    },
    staleTime: 0,
  });
}

/** How long the user's hospital keeps reports [SEC-14]. */
export function retentionQuery() {
  return queryOptions({
    queryKey: ['hospital', 'retention'],
    queryFn: ({ signal }) => call(getRetention, { signal }),
    staleTime: 0,
  });
}
