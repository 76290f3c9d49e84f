/** Refetches changed data, also while an earlier answer is still under way. */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Queries whose first answer is pending, to be refetched once it arrives. */
const awaited = new WeakSet<Query>();

/**
 * Refetches all queries below the key. A pending answer may be older than known events, so it is
 * dropped and requested again. A first answer, for which a page waits, is shown and then refetched.
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
    // The library would join this to the first read and treat that one as fresh.
    await query.fetch();
    await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  } catch {
    // The page shows that the first read failed, and a retry reads the current data.
  } finally {
    awaited.delete(query);
  }
}
