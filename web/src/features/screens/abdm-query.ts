import { getAbdm } from '@baari/contract/hospital/abdm.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** The hospital's ABDM settings; read again each minute, because ABDM may call meanwhile. */
export function abdmQuery() {
  return queryOptions({
    queryKey: ['abdm'],
    queryFn: ({ signal }) => call(getAbdm, { signal }),
    staleTime: 10_000,
    refetchInterval: 60_000,
  });
}
