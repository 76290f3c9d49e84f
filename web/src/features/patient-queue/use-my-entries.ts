import type { QueueEntry } from '@baari/contract/queue.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { historyQuery, openEntriesQuery } from '../../api/queries.ts';
import { useLive } from '../../live/use-live.ts';
import type { LiveState } from '../../ui/live-badge.tsx';
import { byUrgencyToAct, isOpenEntry } from './my-place.ts';

/** The stream tells of changes; the estimate also moves with the clock. */
const liveEveryMs = 60_000;
/** Gentle: twenty people on one doctor must not become a storm when the stream is down. */
const fallbackEveryMs = 15_000;

export interface MyEntries {
  readonly query: UseQueryResult<QueueEntry[]>;
  /** Who is called first, then who is next to be; none when in no queue. */
  readonly entries: readonly QueueEntry[];
  readonly live: LiveState;
  /** When the entries were last known to be true, ms; null while it never was. */
  readonly asOf: number | null;
}

/** The open entries of my people, live; asked for again gently while the stream is down [PAT-11, EV-9]. */
export function useMyEntries(): MyEntries {
  const { state, lastByteAt } = useLive();
  const isLive = state === 'live';
  const query = useQuery({
    ...openEntriesQuery(),
    refetchInterval: isLive ? liveEveryMs : fallbackEveryMs,
    refetchOnReconnect: true,
    refetchOnMount: 'always',
  });
  const { data, dataUpdatedAt } = query;
  const known = data === undefined ? null : dataUpdatedAt;
  return {
    query,
    entries: (data ?? []).filter(isOpenEntry).toSorted(byUrgencyToAct),
    live: state,
    // A beating stream without news is news: nothing has changed.
    asOf: known === null ? null : Math.max(known, isLive ? (lastByteAt ?? 0) : 0),
  };
}

/** The patient's ended entries; asked for again when an entry ends. */
export function useHistory(): UseQueryResult<QueueEntry[]> {
  return useQuery(historyQuery());
}
