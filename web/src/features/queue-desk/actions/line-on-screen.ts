/** A doctor's line from the cache, with the pending changes applied. */
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { doctorQueueQuery, waitingQuery } from '../../../api/queries/queries.ts';
import { deskChanges } from './desk-changes.store.ts';
import { queueAfter, waitingLine } from './desk-changes.ts';

/** Returns the waiting entries of the line that the given entry is in, in the order of the line. */
export function lineShown(client: QueryClient, { doctor, hospital }: StaffEntry): StaffEntry[] {
  const queue = client.getQueryData(doctorQueueQuery(doctor.id).queryKey)?.queue;
  const known = queue ?? client.getQueryData(waitingQuery(hospital.id).queryKey) ?? [];
  return waitingLine(queueAfter(known, deskChanges())).filter(
    (entry) => entry.doctor.id === doctor.id,
  );
}

/** Returns the version of the doctor's queue that the screen shows. */
export function lineVersion(client: QueryClient, { doctor, hospital }: StaffEntry): number {
  const queue = client.getQueryData(doctorQueueQuery(doctor.id).queryKey)?.queueVersion ?? 0;
  const waiting = client.getQueryData(waitingQuery(hospital.id).queryKey) ?? [];
  const versions = waiting
    .filter((entry) => entry.doctor.id === doctor.id)
    .map((entry) => entry.queueVersion);
  return Math.max(queue, ...versions);
}

/**
 * The version of the doctor's queue that the screen shows. The component renders again when the
 * version increases.
 */
export function useLineVersion(entry: StaffEntry): number {
  const client = useQueryClient();
  const watch = useCallback(
    (changed: () => void) => client.getQueryCache().subscribe(changed),
    [client],
  );
  const version = () => lineVersion(client, entry);
  return useSyncExternalStore(watch, version, version);
}
