/**
 * The query for the patient's own answers before a visit. It is in a module without the staff's
 * queries, because My Queue loads only the patient's own answers [ASSESS-1].
 */
import { getAssessment } from '@baari/contract/visit/assessment.ts';
import type { Language } from '@baari/contract/languages.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

export function assessmentQuery(visitId: string, language: Language) {
  return queryOptions({
    queryKey: ['assessment', visitId, language],
    queryFn: ({ signal }) =>
      call(getAssessment, { params: { id: visitId }, query: { language }, signal }),
    staleTime: 0,
    // The data in the previous language stays while the new language loads, so the patient stays at
    // the same question.
    placeholderData: (before, query) => (query?.queryKey[1] === visitId ? before : undefined),
  });
}
