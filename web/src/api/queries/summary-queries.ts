import { getSummaries } from '@baari/contract/visit/summary.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

/**
 * The query for whether the user's hospital uses machine summaries of patients' answers [ASSESS-5].
 */
export function summariesQuery() {
  return queryOptions({
    queryKey: ['hospital', 'summaries'],
    queryFn: ({ signal }) => call(getSummaries, { signal }),
    staleTime: 0,
  });
}
