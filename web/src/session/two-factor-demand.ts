/** A hospital may require a second step of its staff: until it is set up, their calls are refused. */
import { ApiProblem } from '../api/problem.ts';
import { queryClient } from '../api/query-client.ts';

export function isTwoFactorDemand(failure: unknown): boolean {
  return failure instanceof ApiProblem && failure.code === 'two_factor_setup_required';
}

/** Calls back when any read or write is refused for it; returns what stops that. */
export function onTwoFactorDemand(listener: () => void): () => void {
  const stopReads = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (isTwoFactorDemand(event.action.error)) listener();
  });
  const stopWrites = queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (isTwoFactorDemand(event.action.error)) listener();
  });
  return () => {
    stopReads();
    stopWrites();
  };
}
