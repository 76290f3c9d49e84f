import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { historyQuery, openEntriesQuery } from '../../api/queries/queries.ts';
import { useIsLive } from '../../live/use-live.ts';
import { byUrgencyToAct, isOpenEntry } from './place/my-place.ts';

/**
 * The polling interval in ms with a live connection. The connection reports changes, but estimated
 * waits also change as time passes.
 */
const liveEveryMs = 60_000;
/**
 * The polling interval in ms without a live connection. It is slow enough for many patients of one
 * doctor.
 */
const fallbackEveryMs = 15_000;

export interface MyEntries {
  readonly query: UseQueryResult<PatientEntry[]>;
  /**
   * The open queue entries; the patient who is called in first comes first. Empty if there are
   * none.
   */
  readonly entries: readonly PatientEntry[];
}

/**
 * The open queue entries of the account's people with live updates, optionally at one hospital.
 * Without a live connection the page polls slowly [PAT-11, ROUTE-14, EV-9].
 */
export function useMyEntries(hospitalId?: string): MyEntries {
  const isLive = useIsLive();
  const query = useQuery({
    ...openEntriesQuery(),
    refetchInterval: isLive ? liveEveryMs : fallbackEveryMs,
    refetchOnReconnect: true,
    // Data that the server embedded in the page is as new as the page, so it is not fetched again.
    refetchOnMount: ({ state }) => (state.dataUpdateCount === 0 ? true : 'always'),
  });
  const entries = (query.data ?? []).filter(
    (entry) => isOpenEntry(entry) && (hospitalId === undefined || entry.hospital.id === hospitalId),
  );
  return { query, entries: entries.toSorted(byUrgencyToAct) };
}

/** The patient's ended queue entries. They are fetched again when an entry ends. */
export function useHistory(): UseQueryResult<PatientEntry[]> {
  return useQuery(historyQuery());
}
