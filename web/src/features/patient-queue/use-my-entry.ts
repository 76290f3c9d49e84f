import type { QueueEntry } from '@baari/contract/queue.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { currentEntryQuery, historyQuery } from '../../api/queries.ts';
import { useLive } from '../../live/use-live.ts';
import type { LiveState } from '../../ui/live-badge.tsx';
import { isOpenEntry } from './my-place.ts';

/** The stream tells of changes; the estimate also moves with the clock. */
const liveEveryMs = 60_000;
/** Gentle: twenty people on one doctor must not become a storm when the stream is down. */
const fallbackEveryMs = 15_000;

export interface MyEntry {
  readonly query: UseQueryResult<QueueEntry | null>;
  /** null when in no queue. */
  readonly entry: QueueEntry | null;
  readonly live: LiveState;
  /** When the entry was last known to be true, ms; null while it never was. */
  readonly asOf: number | null;
}

/** The patient's own entry, live; asked for again gently while the stream is down [PAT-11, EV-9]. */
export function useMyEntry(): MyEntry {
  const { state, lastByteAt } = useLive();
  const isLive = state === 'live';
  const query = useQuery({
    ...currentEntryQuery(),
    refetchInterval: isLive ? liveEveryMs : fallbackEveryMs,
    refetchOnReconnect: true,
    refetchOnMount: 'always',
  });
  const { data, dataUpdatedAt } = query;
  const known = data === undefined ? null : dataUpdatedAt;
  return {
    query,
    entry: data && isOpenEntry(data) ? data : null,
    live: state,
    // A beating stream without news is news: nothing has changed.
    asOf: known === null ? null : Math.max(known, isLive ? (lastByteAt ?? 0) : 0),
  };
}

/** The patient's ended entries; asked for again when an entry ends. */
export function useHistory(): UseQueryResult<QueueEntry[]> {
  return useQuery(historyQuery());
}
