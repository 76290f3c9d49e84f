import type { Endpoint, ReplyOf } from '@baari/contract/endpoint.ts';
import type { UseMutationResult } from '@tanstack/react-query';
import { toast } from '../ui/toast.ts';
import type { CallInput } from './client.ts';
import type { ApiProblem } from './problem.ts';
import { useProblemText } from './use-problem-text.ts';
import { useWrite, type WriteOptions } from './use-write.ts';

export type SubmitOptions<E extends Endpoint> = WriteOptions<E> & {
  /** The toast's title when it was refused or did not arrive; the reason stands below. */
  readonly failed: string;
  /** What stands below where the server gave no reason. */
  readonly fallback?: string;
};

/** A write that nothing on the screen would tell of when it fails: a toast does, with the reason [ERR-1]. */
export function useSubmit<const E extends Endpoint>(
  endpoint: E,
  { failed, fallback, ...options }: SubmitOptions<E>,
): UseMutationResult<ReplyOf<E>, ApiProblem, CallInput<E>> {
  const problemText = useProblemText();
  return useWrite<E>(endpoint, {
    ...options,
    onError: (...refused) => {
      toast({ type: 'error', title: failed, message: problemText(refused[0], fallback) });
      return options.onError?.(...refused);
    },
  });
}
