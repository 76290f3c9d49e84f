import { listOwnHospitals } from '@baari/contract/account/identity.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

/** The query for the hospitals where the user works and for which this session may act [ROLE-9]. */
export function ownHospitalsQuery() {
  return queryOptions({
    queryKey: ['identity', 'hospitals'],
    queryFn: async ({ signal }) => (await call(listOwnHospitals, { signal })).hospitals,
  });
}
