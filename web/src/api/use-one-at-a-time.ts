import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * A mutation of several steps, or of a request that is not an endpoint of the contract. Calls of
 * `mutate` while the mutation runs are ignored, because they are double taps.
 */
export function useOneAtATime<Data, Input = void>(
  options: UseMutationOptions<Data, Error, Input>,
): UseMutationResult<Data, Error, Input> {
  const isUnderWay = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled: (...settled) => {
      isUnderWay.current = false;
      return options.onSettled?.(...settled);
    },
  });
  const { mutate } = mutation;
  const mutateOnce = useCallback<typeof mutate>(
    (...wish) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      mutate(...wish);
    },
    [mutate],
  );
  return { ...mutation, mutate: mutateOnce };
}
