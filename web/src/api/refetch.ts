/** Fetches changed data again, also while the response to an earlier request is still pending. */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Queries whose first response is pending and must be fetched again once that response arrives. */
const awaited = new WeakSet<Query>();

/**
 * Fetches all queries below the key again. A pending response may be older than known events, so it
 * is dropped and requested again. A first response, for which a page waits, is shown, and then the
 * data is fetched again.
 */
export function refetchBelow(client: QueryClient, queryKey: QueryKey): void {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (query.state.data === undefined) void readOnceMore(client, query);
  }
  // A failure is shown by the component that uses the data.
  void client.invalidateQueries({ queryKey });
}

async function readOnceMore(client: QueryClient, query: Query): Promise<void> {
  if (awaited.has(query)) return;
  awaited.add(query);
  try {
    // TanStack Query reuses a pending first read and treats its response as fresh. So this code
    // waits for that read and then fetches again.
    await query.fetch();
    await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  } catch {
    // The page shows that the first read failed, and a retry reads the current data.
  } finally {
    awaited.delete(query);
  }
}
