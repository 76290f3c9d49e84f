/** What is answered before a visit: by whoever answers, and as staff read it [ASSESS-1…3]. */
import {
  getInsights,
  listAssessments,
  printAssessment,
  watchAssessments,
} from '@baari/contract/visit/assessment.ts';
import type { Language } from '@baari/contract/languages.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { queueRoot } from './queries.ts';

/** While nothing is told live. */
export const watchEveryMs = 60_000;

/** Each reading is on record: what is there is not read again. */
export function paperQuery(visitId: string) {
  return queryOptions({
    queryKey: ['questions-paper', visitId],
    queryFn: async ({ signal }) =>
      (await call(printAssessment, { params: { id: visitId }, signal })).paper,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Counts alone, read anew when live events may have been missed: each answer and alert is told by one. */
export function watchQuery() {
  return queryOptions({
    queryKey: [...queueRoot, 'assessments'],
    queryFn: ({ signal }) => call(watchAssessments, { signal }),
    staleTime: watchEveryMs / 2,
  });
}

/** The beginning of its keys, whatever the language. */
export function assessmentsRoot(mark: string | undefined) {
  return ['assessments', 'list', mark] as const;
}

/** Read again only when the mark or the language has changed: each reading is on record. */
export function assessmentsQuery(mark: string | undefined, language: Language) {
  return queryOptions({
    queryKey: [...assessmentsRoot(mark), language],
    queryFn: async ({ signal }) =>
      (await call(listAssessments, { query: { language }, signal })).assessments,
    // Of a hospital without answers there is nothing to read; what is told later is put here.
    enabled: mark !== undefined && !mark.startsWith('0-'),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

/** The beginning of its keys, whatever the language. */
export function insightsRoot(visitId: string) {
  return [...queueRoot, 'insights', visitId] as const;
}

export function insightsQuery(visitId: string, language: Language) {
  return queryOptions({
    queryKey: [...insightsRoot(visitId), language],
    queryFn: async ({ signal }) =>
      (await call(getInsights, { params: { id: visitId }, query: { language }, signal })).insights,
    staleTime: 0,
    gcTime: 0,
  });
}
