import { listApiKeys } from '@baari/contract/keys/api-keys.ts';
import { listWebhookAttempts, listWebhooks } from '@baari/contract/keys/webhooks.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** The hospital's API keys, without the keys themselves. */
export function apiKeysQuery() {
  return queryOptions({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) => call(listApiKeys, { signal }),
    staleTime: 30_000,
  });
}

/** The hospital's webhooks, without their secrets. */
export function webhooksQuery() {
  return queryOptions({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => call(listWebhooks, { signal }),
    staleTime: 30_000,
  });
}

/** The attempts of one webhook, newest first. */
export function attemptsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['webhook-attempts', id],
    queryFn: ({ signal, pageParam: before }) =>
      call(listWebhookAttempts, { params: { id }, query: { before }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ attempts, hasMore }) => (hasMore ? attempts.at(-1)?.id : undefined),
    staleTime: 0,
  });
}
