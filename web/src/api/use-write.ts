import type { Endpoint, ReplyOf } from '@baari/contract/endpoint.ts';
import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { type CallArguments, type CallInput, call } from './client.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { type ApiProblem, isPassing } from './problems/problem.ts';

export type WriteOptions<E extends Endpoint, Context = unknown> = Omit<
  UseMutationOptions<ReplyOf<E>, ApiProblem, CallInput<E>, Context>,
  'mutationFn'
>;

/**
 * The idempotency key of each pending write, by the write's input object, so that a retry uses the
 * same key.
 */
const keys = new WeakMap<object, string>();

/**
 * A mutation of one endpoint: `mutate({ params, body })`. If the response was lost, a retry sends
 * the same Idempotency-Key, so that the write has only one effect. Calls of `mutate` while the
 * mutation runs are ignored, because they are double taps.
 */
export function useWrite<const E extends Endpoint, Context = unknown>(
  endpoint: E,
  options: WriteOptions<E, Context> = {},
): UseMutationResult<ReplyOf<E>, ApiProblem, CallInput<E>, Context> {
  const underWay = useRef(new Set<string>());
  const mutation = useMutation({
    ...options,
    mutationFn: (input: CallInput<E>) => write(endpoint, input),
    onSettled: (...settled) => {
      underWay.current.delete(JSON.stringify(settled[2]));
      return options.onSettled?.(...settled);
    },
  });
  const { mutate } = mutation;
  const mutateOnce = useCallback<typeof mutate>(
    (...wish) => {
      const input = JSON.stringify(wish[0]);
      if (underWay.current.has(input)) return;
      underWay.current.add(input);
      mutate(...wish);
    },
    [mutate],
  );
  return { ...mutation, mutate: mutateOnce };
}

/** A write whose endpoint is known only when it is sent. */
export interface AnyWrite<E extends Endpoint> {
  readonly endpoint: E;
  readonly input: CallInput<E>;
}

/** A mutation whose endpoint is given with each call, retried like any other write. */
export function useAnyWrite<E extends Endpoint>(
  options: Omit<UseMutationOptions<ReplyOf<E>, ApiProblem, AnyWrite<E>>, 'mutationFn'> = {},
): UseMutationResult<ReplyOf<E>, ApiProblem, AnyWrite<E>> {
  return useMutation({ ...options, mutationFn: ({ endpoint, input }) => write(endpoint, input) });
}

async function write<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ReplyOf<E>> {
  const idempotencyKey = keys.get(input) ?? input.idempotencyKey ?? newIdempotencyKey();
  keys.set(input, idempotencyKey);
  try {
    const args: CallArguments<E> = [{ ...input, idempotencyKey }];
    const reply = await call(endpoint, ...args);
    keys.delete(input);
    return reply;
  } catch (failure) {
    if (!isPassing(failure)) keys.delete(input);
    throw failure;
  }
}
