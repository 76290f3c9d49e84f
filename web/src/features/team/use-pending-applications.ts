import { useQuery } from '@tanstack/react-query';
import { teamQuery, teamRefreshMs } from '../../api/queries/team-queries.ts';

/** The join requests nobody has decided on; asked for again by the clock. */
export function usePendingApplications(): number {
  const { data } = useQuery({ ...teamQuery(), refetchInterval: teamRefreshMs });
  return data?.requestCount ?? 0;
}
