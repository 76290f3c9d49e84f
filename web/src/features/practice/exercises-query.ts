import { listExercises } from '@baari/contract/hospital/practice.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { queueFreshness } from '../../api/queries/queries.ts';
import { onLiveEvent } from '../../live/live-connection.ts';

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

/** How long to wait for further live events before the exercises are read again. */
const settleMs = 400;

/**
 * Reads the exercises again after live events of the practice hospital. The events count and not
 * this page's lists, because a step may concern a line that the page does not show.
 */
export function useFreshExercises(hospitalId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stop = onLiveEvent(() => {
      if (waiting !== undefined) return;
      waiting = setTimeout(() => {
        waiting = undefined;
        void client.invalidateQueries({ queryKey: exercisesQuery(hospitalId).queryKey });
      }, settleMs);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, [client, hospitalId]);
}
