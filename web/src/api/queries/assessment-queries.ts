/** Queries about answers before a visit: for the person who answers, and for staff [ASSESS-1…3]. */
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

/** Polling interval without the live connection, in ms. */
export const watchEveryMs = 60_000;

/** The questions for paper. Each read is audited, so a cached paper is not refetched. */
export function paperQuery(visitId: string) {
  return queryOptions({
    queryKey: ['questions-paper', visitId],
    queryFn: async ({ signal }) =>
      (await call(printAssessment, { params: { id: visitId }, signal })).paper,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/**
 * Counts of answers and alerts. Each change has a live event, so they are refetched only after missed events.
 */
export function watchQuery() {
  return queryOptions({
    queryKey: [...queueRoot, 'assessments'],
    queryFn: ({ signal }) => call(watchAssessments, { signal }),
    staleTime: watchEveryMs / 2,
  });
}

/** The root of the keys for every language. */
export function assessmentsRoot(mark: string | undefined) {
  return ['assessments', 'list', mark] as const;
}

/**
 * The answers in the staff's list. Each read is audited, so they are refetched only when the mark or the language
 * changes.
 */
export function assessmentsQuery(mark: string | undefined, language: Language) {
  return queryOptions({
    queryKey: [...assessmentsRoot(mark), language],
    queryFn: async ({ signal }) =>
      (await call(listAssessments, { query: { language }, signal })).assessments,
    // Without answers there is nothing to read; live events fill the cache later.
    enabled: mark !== undefined && !mark.startsWith('0-'),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

/** The root of the keys for every language. */
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
