import type { ListedAssessment } from '@baari/contract/visit/assessment.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  assessmentsQuery,
  watchEveryMs,
  watchQuery,
} from '../../api/queries/assessment-queries.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useIsLive } from '../../live/use-live.ts';

/** The number of alerts: live, and polled only without the live connection [ASSESS-2]. */
export function useWatch() {
  const isLive = useIsLive();
  return useQuery({
    ...watchQuery(),
    // A row that appears later would otherwise read again what the live connection keeps current.
    ...(isLive ? { staleTime: Number.POSITIVE_INFINITY } : { refetchInterval: watchEveryMs }),
  });
}

/** The answers of the hospital's open visits, updated live. */
export function useAssessments(): UseQueryResult<ListedAssessment[]> {
  const { language } = useLanguage();
  const watch = useWatch();
  return useQuery(assessmentsQuery(watch.data?.mark, language));
}

/**
 * The answers of one visit, by the id of its entry or of its appointment; undefined without
 * answers.
 */
export function useVisitAnswers(visitId: string): ListedAssessment | undefined {
  const { data } = useAssessments();
  return data?.find(
    ({ entryId, appointmentId }) => entryId === visitId || appointmentId === visitId,
  );
}
