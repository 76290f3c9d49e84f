/** What any read or write of this tab was refused for. */
import { ApiProblem } from '../api/problem.ts';
import { queryClient } from '../api/query-client.ts';

/** Calls back when a call is refused with this code, whoever asked; returns what stops that. */
export function onRefusal(code: string, listener: () => void): () => void {
  // A read that is held back for a while fails with what was heard before.
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
