import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { historyQuery, openEntriesQuery } from '../../api/queries/queries.ts';
import { useIsLive } from '../../live/use-live.ts';
import { byUrgencyToAct, isOpenEntry } from './place/my-place.ts';

/** Polling interval in ms: the stream brings changes, but estimates also change with time. */
const liveEveryMs = 60_000;
/** Polling interval without the stream in ms, slow enough for many patients of one doctor. */
const fallbackEveryMs = 15_000;

export interface MyEntries {
  readonly query: UseQueryResult<PatientEntry[]>;
  /** The patient called first, then the next ones; empty without a place. */
  readonly entries: readonly PatientEntry[];
}

/**
 * The open entries of the account's people, live; of one hospital if given; polled slowly while the
 * stream is down [PAT-11, ROUTE-14, EV-9].
 */
export function useMyEntries(hospitalId?: string): MyEntries {
  const isLive = useIsLive();
  const query = useQuery({
    ...openEntriesQuery(),
    refetchInterval: isLive ? liveEveryMs : fallbackEveryMs,
    refetchOnReconnect: true,
    // Data embedded in the page is as new as the page, so it is not refetched.
    refetchOnMount: ({ state }) => (state.dataUpdateCount === 0 ? true : 'always'),
  });
  const entries = (query.data ?? []).filter(
    (entry) => isOpenEntry(entry) && (hospitalId === undefined || entry.hospital.id === hospitalId),
  );
  return { query, entries: entries.toSorted(byUrgencyToAct) };
}

/** The patient's ended entries; refetched when an entry ends. */
export function useHistory(): UseQueryResult<PatientEntry[]> {
  return useQuery(historyQuery());
}
