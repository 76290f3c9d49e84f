import type { UseQueryResult } from '@tanstack/react-query';

/**
 * Whether one of these first reads has neither succeeded nor failed once. A page that shows its
 * skeleton until then shows all parts at once, so that no part pushes another down.
 */
export function isComing(...queries: readonly UseQueryResult[]): boolean {
  return queries.some(
    ({ isPending, fetchStatus, failureCount }) =>
      isPending && fetchStatus === 'fetching' && failureCount === 0,
  );
}
