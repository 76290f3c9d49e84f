import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StaffEntry } from '@baari/contract/queue.ts';
import { QueryClient } from '@tanstack/react-query';
import { doctorQueueQuery, pendingQuery, waitingQuery } from '../api/queries.ts';
import { makeEntry } from './hospital-model.test-data.ts';
import type { DoctorQueue } from './queue-cache.reducer.ts';
import { applyEntryToCache, createQueueCache } from './queue-cache.ts';

const now = new Date('2026-03-12T05:40:00Z');
const place = (id: string, position: number): StaffEntry => ({
  ...makeEntry(id, 'd1', position),
  status: 'waiting',
  position,
  queueVersion: 4,
});
const queue: DoctorQueue = {
  queue: [place('a', 1), place('b', 2), place('c', 3)],
  stats: { totalWaiting: 3, totalInProgress: 0, totalCompleted: 0 },
  dayEndsAt: '2026-03-12T18:30:00.000Z',
  queueVersion: 4,
};
const ids = (shown: DoctorQueue | undefined) => shown?.queue.map((entry) => entry.id);

test('an event reaches every part of the cache that shows the entry, and no other', () => {
  const client = new QueryClient();
  const queueKey = doctorQueueQuery('d1').queryKey;
  const waitingKey = waitingQuery('hospital').queryKey;
  const pendingKey = pendingQuery('hospital').queryKey;
  client.setQueryData(queueKey, queue);
  client.setQueryData(waitingKey, queue.queue);
  const left: StaffEntry = { ...place('a', 0), status: 'cancelled', queueVersion: 5 };
  applyEntryToCache(client, { type: 'queue_left', data: left });
  assert.deepEqual(ids(client.getQueryData(queueKey)), ['b', 'c']);
  assert.deepEqual(
    client.getQueryData(waitingKey)?.map(({ id, position }) => [id, position]),
    [
      ['b', 1],
      ['c', 2],
    ],
  );
  assert.equal(client.getQueryState(pendingKey), undefined);
  client.clear();
});

test('a missed event makes the queue of that doctor doubtful, and only that one [INV-6]', () => {
  const client = new QueryClient();
  const other = doctorQueueQuery('d2').queryKey;
  client.setQueryData(doctorQueueQuery('d1').queryKey, queue);
  client.setQueryData(other, { ...queue, queue: [] });
  const cache = createQueueCache(client);
  cache.apply(
    { type: 'queue_left', data: { ...place('a', 0), status: 'cancelled', queueVersion: 9 } },
    true,
  );
  cache.stop();
  assert.equal(client.getQueryState(doctorQueueQuery('d1').queryKey)?.isInvalidated, true);
  assert.equal(client.getQueryState(other)?.isInvalidated, false);
  client.clear();
});

test('a reset, and a first connection, make everything live doubtful; a resumed one does not [INV-6]', () => {
  const client = new QueryClient();
  const key = doctorQueueQuery('d1').queryKey;
  const cache = createQueueCache(client);
  const isDoubtful = () => client.getQueryState(key)?.isInvalidated;
  client.setQueryData(key, queue);
  cache.apply({ type: 'connected', data: { at: now.toISOString() } }, true);
  assert.equal(isDoubtful(), false);
  cache.apply({ type: 'connected', data: { at: now.toISOString() } }, false);
  assert.equal(isDoubtful(), true);
  client.setQueryData(key, queue);
  cache.apply({ type: 'reset', data: { reason: 'too old' } }, true);
  assert.equal(isDoubtful(), true);
  client.clear();
});
