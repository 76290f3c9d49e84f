import { listOwnHospitals } from '@baari/contract/account/identity.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

/** Where I work, as far as this session may act there [ROLE-9]. */
export function ownHospitalsQuery() {
  return queryOptions({
    queryKey: ['identity', 'hospitals'],
    queryFn: async ({ signal }) => (await call(listOwnHospitals, { signal })).hospitals,
  });
}
