/** Reads again what has changed, also where the answer is still on its way. */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Those whose first answer is waited for, to be read once more when it has come. */
const awaited = new WeakSet<Query>();

/**
 * Reads again what begins with the key. An answer on its way may be older than what is known now: it is
 * dropped and asked for again; the first one of all, for which a page waits, is shown and then read again.
 */
export function readAnew(client: QueryClient, queryKey: QueryKey): void {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (query.state.data === undefined) void readOnceMore(client, query);
  }
  // A failure shows where the data is used; here is nobody to tell.
  void client.invalidateQueries({ queryKey });
}

async function readOnceMore(client: QueryClient, query: Query): Promise<void> {
  if (awaited.has(query)) return;
  awaited.add(query);
  try {
    // The library joins whoever asks now to the first read, and calls that one fresh.
    await query.fetch();
    await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  } catch {
    // The page shows that the first read failed, and whoever tries again reads what is true by then.
  } finally {
    awaited.delete(query);
  }
}
