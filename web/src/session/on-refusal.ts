/** Listens for refusals of this tab's reads and writes. */
import { ApiProblem } from '../api/problems/problem.ts';
import { queryClient } from '../api/query-client.ts';

/**
 * Calls back when any call is refused with this code; returns a function that stops
 * it.
 */
export function onRefusal(code: string, listener: () => void): () => void {
  // A delayed read fails again with an earlier refusal, which counts once.
  const heard = new WeakSet<ApiProblem>();
  const hear = (failure: unknown) => {
    if (!(failure instanceof ApiProblem) || failure.code !== code || heard.has(failure)) return;
    heard.add(failure);
    listener();
  };
  const stopReads = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') hear(event.action.error);
  });
  const stopWrites = queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') hear(event.action.error);
  });
  return () => {
    stopReads();
    stopWrites();
  };
}
