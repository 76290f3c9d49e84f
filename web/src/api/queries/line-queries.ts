/**
 * Queries about shared lines, service points and visits. Live events update the queries whose key
 * begins with 'queue'.
 */
import { getCounter } from '@baari/contract/lines/counter.ts';
import { listNextStops } from '@baari/contract/lines/journey.ts';
import { listHomeLines, listLines } from '@baari/contract/lines/shared-line.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { readAtOfSent, takeAnswerSent } from '../sent-with-page.ts';
import { queueRoot } from './queries.ts';
import { homeLines, linesKey } from './visit-keys.ts';

const second = 1000;
const freshness = { staleTime: 10 * second, gcTime: 600 * second };

/**
 * The query for the shared lines of the signed-in user's hospital with their service points, sorted
 * by name [LINE-1].
 */
export function linesQuery() {
  return queryOptions({
    queryKey: linesKey,
    queryFn: async ({ signal }) => {
      const { lines } = await call(listLines, { signal });
      return lines;
    },
    ...freshness,
  });
}

/**
 * The query for the ids of the hospital's shared lines whose name contains the search text, or
 * sounds like it in another script.
 */
export function linesNamedQuery(search: string) {
  return queryOptions({
    queryKey: [...linesKey, 'named', search],
    queryFn: async ({ signal }) => {
      const { lines } = await call(listLines, { query: { search }, signal });
      return lines.map(({ id }) => id);
    },
    ...freshness,
  });
}

/** The query for the data of a service point's screen [LINE-2]. */
export function counterQuery(pointId: string) {
  return queryOptions({
    queryKey: [...queueRoot, 'counter', pointId],
    queryFn: async ({ signal }) => {
      const { counter } = await call(getCounter, { params: { id: pointId }, signal });
      return counter;
    },
    ...freshness,
  });
}

/**
 * The query for the lines to which a patient can go next, most likely first [LINE-3]. With `after`,
 * these are the lines after that planned step, otherwise after the current step.
 */
export function nextStopsQuery(entryId: string, after?: string) {
  return queryOptions({
    queryKey: [...queueRoot, 'next-stops', entryId, after ?? null],
    queryFn: async ({ signal }) => {
      const query = after === undefined ? {} : { after };
      const { stops } = await call(listNextStops, { params: { id: entryId }, query, signal });
      return stops;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60 * second,
  });
}

/** The query for the shared lines of a hospital that patients can join from home [LINE-6]. */
export function homeLinesQuery(hospitalId: string) {
  return queryOptions({
    queryKey: [...homeLines, hospitalId],
    queryFn: async ({ signal }) => {
      const { lines } = await call(listHomeLines, { params: { id: hospitalId }, signal });
      return lines;
    },
    initialData: () => takeAnswerSent(listHomeLines, { params: { id: hospitalId } })?.lines,
    initialDataUpdatedAt: readAtOfSent,
    ...freshness,
  });
}
