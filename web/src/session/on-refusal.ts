/** Lets code react when the server refuses an API call of this tab. */
import { ApiProblem } from '../api/problems/problem.ts';
import { queryClient } from '../api/query-client.ts';

/**
 * Calls the listener when the server refuses any API call with this error code. Returns a function
 * that stops listening.
 */
export function onRefusal(code: string, listener: () => void): () => void {
  // A read that is repeated too soon fails with the same earlier error object. So each error object
  // counts only once.
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
