import { useQuery } from '@tanstack/react-query';
import { teamQuery, teamRefreshMs } from '../../api/queries/team-queries.ts';

/** The number of undecided join requests; polled. */
export function usePendingApplications(): number {
  const { data } = useQuery({ ...teamQuery(), refetchInterval: teamRefreshMs });
  return data?.requestCount ?? 0;
}
