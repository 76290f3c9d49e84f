import type { ListedAssessment } from '@baari/contract/visit/assessment.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  assessmentsQuery,
  watchEveryMs,
  watchQuery,
} from '../../api/queries/assessment-queries.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useIsLive } from '../../live/use-live.ts';

/**
 * The number of emergency alerts. Live events update the number; without a live connection the page
 * polls [ASSESS-2].
 */
export function useWatch() {
  const isLive = useIsLive();
  return useQuery({
    ...watchQuery(),
    // Live events keep the data current. Without this setting, each list item that appears later
    // would fetch the data again.
    ...(isLive ? { staleTime: Number.POSITIVE_INFINITY } : { refetchInterval: watchEveryMs }),
  });
}

/** The questionnaire answers of the hospital's open visits, updated live. */
export function useAssessments(): UseQueryResult<ListedAssessment[]> {
  const { language } = useLanguage();
  const watch = useWatch();
  return useQuery(assessmentsQuery(watch.data?.mark, language));
}

/**
 * The questionnaire answers of one visit, by the id of the queue entry or appointment. Undefined if
 * there are no answers.
 */
export function useVisitAnswers(visitId: string): ListedAssessment | undefined {
  const { data } = useAssessments();
  return data?.find(
    ({ entryId, appointmentId }) => entryId === visitId || appointmentId === visitId,
  );
}
