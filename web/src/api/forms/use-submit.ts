import type { Endpoint, ReplyOf } from '@baari/contract/endpoint.ts';
import type { UseMutationResult } from '@tanstack/react-query';
import type { CallInput } from '../client.ts';
import type { ApiProblem } from '../problems/problem.ts';
import { useFailureToast } from '../problems/use-failure-toast.ts';
import { useWrite, type WriteOptions } from '../use-write.ts';

export type SubmitOptions<E extends Endpoint> = WriteOptions<E> & {
  /**
   * The title of the toast when the write was refused or failed. The reason is the text below the
   * title.
   */
  readonly failed: string;
  /** The text of the toast if the server gave no reason. */
  readonly fallback?: string;
};

/**
 * A mutation whose failure is shown by a toast with the reason, because nothing else on the screen
 * shows it [ERR-1].
 */
export function useSubmit<const E extends Endpoint>(
  endpoint: E,
  { failed, fallback, ...options }: SubmitOptions<E>,
): UseMutationResult<ReplyOf<E>, ApiProblem, CallInput<E>> {
  const showFailure = useFailureToast();
  return useWrite<E>(endpoint, {
    ...options,
    onError: (...refused) => {
      showFailure(refused[0], failed, fallback);
      return options.onError?.(...refused);
    },
  });
}
