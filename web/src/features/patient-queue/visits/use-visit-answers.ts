import type { AssessmentForm } from '@baari/contract/visit/assessment.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { assessmentQuery } from '../../../api/queries/visit-answers-query.ts';
import { useLanguage } from '../../../i18n/language.tsx';

/**
 * Polling interval in ms while an alert is open, because patients get no event when staff
 * acknowledge it.
 */
const alertEveryMs = 60_000;

/** The answers before the visit of an open entry; undefined until loaded [ASSESS-1, ASSESS-2]. */
export function useVisitAnswers({ id }: Pick<PatientEntry, 'id'>): AssessmentForm | undefined {
  const { language } = useLanguage();
  const { data } = useQuery({
    ...assessmentQuery(id, language),
    refetchInterval: ({ state }) =>
      state.data?.assessment.hasOpenAlert === true ? alertEveryMs : false,
  });
  return data?.assessment;
}
