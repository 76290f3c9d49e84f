import type { ListedAssessment } from '@baari/contract/visit/assessment.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  assessmentsQuery,
  watchEveryMs,
  watchQuery,
} from '../../api/queries/assessment-queries.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useIsLive } from '../../live/use-live.ts';

/** How many alerts there are: told live, asked for by the clock only while nothing is [ASSESS-2]. */
export function useWatch() {
  const isLive = useIsLive();
  return useQuery({ ...watchQuery(), refetchInterval: isLive ? false : watchEveryMs });
}

/** Whose answers are there, of open visits of the hospital, as it is told live. */
export function useAssessments(): UseQueryResult<ListedAssessment[]> {
  const { language } = useLanguage();
  const watch = useWatch();
  return useQuery(assessmentsQuery(watch.data?.mark, language));
}

/** The answers of one visit, by the id of its entry or of its appointment; undefined where there are none. */
export function useVisitAnswers(visitId: string): ListedAssessment | undefined {
  const { data } = useAssessments();
  return data?.find(
    ({ entryId, appointmentId }) => entryId === visitId || appointmentId === visitId,
  );
}
