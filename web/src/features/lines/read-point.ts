import type { ServicePoint } from '@baari/contract/lines/shared-line.ts';
import type { QueryClient } from '@tanstack/react-query';
import { linesQuery } from '../../api/queries/line-queries.ts';

/**
 * Fetches a service point again after a colleague changed it. Rejects if the service point was
 * removed.
 */
export async function readPoint(client: QueryClient, id: string): Promise<ServicePoint> {
  const lines = await client.fetchQuery({ ...linesQuery(), staleTime: 0 });
  const found = lines.flatMap(({ points }) => points).find((point) => point.id === id);
  if (found === undefined) throw new Error('The point is no longer in the list.');
  return found;
}
