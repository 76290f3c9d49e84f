import type { ListedAssessment } from '@baari/contract/assessment.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { assessmentsQuery, watchQuery } from '../api/assessment-queries.ts';

/** Whose answers are there, of open visits of the hospital; read anew when something was answered. */
export function useAssessments(): UseQueryResult<ListedAssessment[]> {
  const watch = useQuery(watchQuery());
  return useQuery(assessmentsQuery(watch.data?.mark));
}
