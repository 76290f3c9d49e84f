import { listExercises } from '@baari/contract/hospital/practice.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { queueFreshness, queueRoot } from '../../api/queries/queries.ts';

/** The query for the exercises of a practice hospital and their steps that are done [ADM-1]. */
export function exercisesQuery(hospitalId: string) {
  return queryOptions({
    queryKey: ['practice', hospitalId, 'exercises'],
    queryFn: async ({ signal }) => {
      const { exercises } = await call(listExercises, { signal });
      return exercises;
    },
    ...queueFreshness,
  });
}

function isOfQueues(key: unknown): boolean {
  return Array.isArray(key) && key[0] === queueRoot[0];
}

/** How long to wait for further live events before the exercises are read again. */
const settleMs = 400;

/** Reads the exercises again after live events changed the queues on this page. */
export function useFreshExercises(hospitalId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stop = client.getQueryCache().subscribe((event) => {
      const isNews = event.type === 'updated' && event.action.type === 'success';
      if (!isNews || !isOfQueues(event.query.queryKey)) return;
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        void client.invalidateQueries({ queryKey: exercisesQuery(hospitalId).queryKey });
      }, settleMs);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, [client, hospitalId]);
}
