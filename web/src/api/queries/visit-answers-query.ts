/**
 * The patient's own answers before a visit. They are separate from the staff's view, because My Queue loads only these
 * [ASSESS-1].
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
    // The previous language's data stays while the new language loads, so the patient stays at the
    // question.
    placeholderData: (before, query) => (query?.queryKey[1] === visitId ? before : undefined),
  });
}
