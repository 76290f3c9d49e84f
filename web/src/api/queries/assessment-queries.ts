/**
 * Queries about a patient's answers to the questions before a visit, for the patient and for staff
 * [ASSESS-1…3].
 */
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

/** The polling interval while the live connection is lost, in milliseconds. */
export const watchEveryMs = 60_000;

/**
 * The query for the questions before a visit, for printing on paper. Each read is audited, so the
 * questions are not fetched again.
 */
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
 * The counts of patients' answers and emergency alerts. Live events update them, so they are
 * refetched only if events were missed.
 */
export function watchQuery() {
  return queryOptions({
    queryKey: [...queueRoot, 'assessments'],
    queryFn: ({ signal }) => call(watchAssessments, { signal }),
    staleTime: watchEveryMs / 2,
  });
}

/** The common start of the cache keys of the list of patients' answers, for all languages. */
export function assessmentsRoot(mark: string | undefined) {
  return ['assessments', 'list', mark] as const;
}

/**
 * The query for the answers of all patients that staff see. Each read is audited, so the answers
 * are fetched again only when the language or `mark`, which changes with the answers, is new.
 */
export function assessmentsQuery(mark: string | undefined, language: Language) {
  return queryOptions({
    queryKey: [...assessmentsRoot(mark), language],
    queryFn: async ({ signal }) =>
      (await call(listAssessments, { query: { language }, signal })).assessments,
    // Without patients' answers there is nothing to read; live events fill the cache later.
    enabled: mark !== undefined && !mark.startsWith('0-'),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

/** The common start of the cache keys of one visit's answers to questions, for all languages. */
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
