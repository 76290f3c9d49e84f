/** The queue data of the desk with the pending changes applied. */
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { linesQuery } from '../../../api/queries/line-queries.ts';
import {
  colleaguesQuery,
  dayCountsQuery,
  doctorQueueQuery,
  insideQuery,
  pendingQuery,
  queueRoot,
  waitingQuery,
} from '../../../api/queries/queries.ts';
import { useNewDay } from '../../../live/use-new-day.ts';
import {
  useDeskChangesSoon,
  useLineChanges,
  useRequestChanges,
} from '../actions/desk-changes.store.ts';
import { inConsultation, openRequests, queueAfter, waitingLine } from '../actions/desk-changes.ts';
import { requestsInOrder } from '../view/desk-view.ts';
import { useDeskView } from '../view/desk-view.store.ts';
import { useNameOrder } from '../../../i18n/language.tsx';

const none: readonly StaffEntry[] = [];

/** The patients' requests, and those requests that have no decision yet. */
export function usePending(hospitalId: string) {
  const query = useQuery({ ...pendingQuery(hospitalId), enabled: hospitalId !== '' });
  const changes = useRequestChanges();
  const entries = query.data ?? none;
  const queryKey = useMemo(() => pendingQuery(hospitalId).queryKey, [hospitalId]);
  const open = useMemo(() => openRequests(entries, changes), [entries, changes]);
  return { query, queryKey, entries, open, count: open.length };
}

/**
 * The number of undecided requests, for the layout and the page title. The number is updated right
 * after the lists.
 */
export function usePendingCount(hospitalId: string): number {
  const changes = useDeskChangesSoon();
  const { data: count = 0 } = useQuery({
    ...pendingQuery(hospitalId),
    enabled: hospitalId !== '',
    // With a select function, the layout renders again only when the number changes.
    select: (entries) => openRequests(entries, changes).length,
  });
  return count;
}

/** The patients' requests in the sort order that was chosen on this device [DESK-3]. */
export function useOrderedPending(hospitalId: string) {
  const pending = usePending(hospitalId);
  const [{ requests: order }] = useDeskView();
  const { entries, open } = pending;
  return {
    ...pending,
    entries: useMemo(() => requestsInOrder(entries, order), [entries, order]),
    open: useMemo(() => requestsInOrder(open, order), [open, order]),
  };
}

/**
 * The queue of a doctor or a shared line. Without a live connection it is polled every `pollMs`
 * [CONS-4].
 */
export function useDoctorQueue(doctorId: string, { pollMs = 0 } = {}) {
  const query = useQuery({
    ...doctorQueueQuery(doctorId),
    refetchInterval: pollMs > 0 ? pollMs : false,
  });
  useNewDay(query.data?.dayEndsAt);
  const changes = useLineChanges();
  const { data } = query;
  const shown = useMemo(() => {
    const own = changes.filter((change) => change.entry.doctor.id === doctorId);
    const queue = queueAfter(data?.queue ?? none, own);
    const inside = queue.filter(({ status }) => status === 'in_progress');
    return { current: inConsultation(queue), inside, waiting: waitingLine(queue) };
  }, [data, changes, doctorId]);
  const { totalWaiting = 0, totalCompleted = 0 } = data?.stats ?? {};
  // Computed from the server's data, because a pending change must not count as an entry that is
  // not loaded.
  const unlisted = Math.max(0, totalWaiting - waitingLine(data?.queue ?? none).length);
  return { query, ...shown, unlisted, completedToday: totalCompleted };
}

/** All waiting entries of the hospital. Not loaded while `isWanted` is false. */
export function useWaiting(hospitalId: string, { isWanted = true } = {}) {
  const query = useQuery({ ...waitingQuery(hospitalId), enabled: isWanted });
  const changes = useLineChanges();
  const entries = useMemo(() => queueAfter(query.data ?? none, changes), [query.data, changes]);
  const queryKey = useMemo(() => waitingQuery(hospitalId).queryKey, [hospitalId]);
  return { query, queryKey, entries };
}

/** The queue entries of patients in consultation at the hospital. */
export function useInside(hospitalId: string) {
  const query = useQuery({ ...insideQuery(hospitalId), enabled: hospitalId !== '' });
  const changes = useLineChanges();
  const entries = useMemo(
    () => queueAfter(query.data ?? none, changes).filter(({ status }) => status === 'in_progress'),
    [query.data, changes],
  );
  return { query, entries };
}

export function useDayCounts(hospitalId: string) {
  const query = useQuery(dayCountsQuery(hospitalId));
  useNewDay(query.data?.dayEndsAt);
  return query;
}

/** The hospital's doctors, sorted by name. */
export function useColleagues() {
  const byName = useNameOrder();
  const query = useQuery(colleaguesQuery());
  const doctors = useMemo(
    () => query.data?.toSorted((one, other) => byName(one.name, other.name)),
    [query.data, byName],
  );
  return { query, doctors };
}

/**
 * The hospital's shared lines. Patients can be forwarded to them, and the desk can filter by them
 * [LINE-1, LINE-3].
 */
export function useSharedLines() {
  return useQuery(linesQuery());
}

/** Fetches everything on screen again. `busy` is true meanwhile [ADM-3]. */
export function useRefresh(): { refresh: () => void; busy: boolean } {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const refresh = useCallback(() => {
    setBusy(true);
    const reads = [queueRoot, colleaguesQuery().queryKey].map((queryKey) =>
      client.refetchQueries({ queryKey, type: 'active' }),
    );
    void Promise.all(reads).finally(() => setBusy(false));
  }, [client]);
  return { refresh, busy };
}

/** Returns a tab title with the number of open requests [EV-10]. */
export function titleWithCount(title: string, count: number): string {
  return count > 0 ? `(${count}) ${title}` : title;
}
