import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { historyQuery, openEntriesQuery } from '../../api/queries/queries.ts';
import { useIsLive } from '../../live/use-live.ts';
import { byUrgencyToAct, isOpenEntry } from './place/my-place.ts';

/** The stream tells of changes; the estimate also moves with the clock. */
const liveEveryMs = 60_000;
/** Gentle: twenty people on one doctor must not become a storm when the stream is down. */
const fallbackEveryMs = 15_000;

export interface MyEntries {
  readonly query: UseQueryResult<PatientEntry[]>;
  /** Who is called first, then who is next to be; none when in no queue. */
  readonly entries: readonly PatientEntry[];
}

/**
 * The open entries of my people, live, of one hospital where given; asked for again gently while the
 * stream is down [PAT-11, ROUTE-14, EV-9].
 */
export function useMyEntries(hospitalId?: string): MyEntries {
  const isLive = useIsLive();
  const query = useQuery({
    ...openEntriesQuery(),
    refetchInterval: isLive ? liveEveryMs : fallbackEveryMs,
    refetchOnReconnect: true,
    // What came with the page is as new as the page.
    refetchOnMount: ({ state }) => (state.dataUpdateCount === 0 ? true : 'always'),
  });
  const entries = (query.data ?? []).filter(
    (entry) => isOpenEntry(entry) && (hospitalId === undefined || entry.hospital.id === hospitalId),
  );
  return { query, entries: entries.toSorted(byUrgencyToAct) };
}

/** The patient's ended entries; asked for again when an entry ends. */
export function useHistory(): UseQueryResult<PatientEntry[]> {
  return useQuery(historyQuery());
}
