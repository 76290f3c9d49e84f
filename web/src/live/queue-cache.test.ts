import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { StaffEntry } from '@baari/contract/queue.ts';
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import {
  colleaguesQuery,
  dayCountsQuery,
  doctorQueueQuery,
  pendingQuery,
  waitingQuery,
} from '../api/queries.ts';
import { makeEntry } from './hospital-model.test-data.ts';
import type { DoctorQueue } from './queue-cache.reducer.ts';
import { queueCacheOf, takeIn } from './queue-cache.ts';

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
  takeIn(client, { type: 'queue_left', data: left });
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
  const cache = queueCacheOf(client);
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
  const cache = queueCacheOf(client);
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

function inOrder(names: readonly string[]): string[] {
  return names.toSorted((one, other) => one.localeCompare(other));
}

/** A desk on screen: each of its lists was read once, and what is read from now on is counted. */
function openDesk(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const client = new QueryClient();
  const request: StaffEntry = { ...makeEntry('r', 'd1', 4), queueVersion: 4 };
  const lists: Record<string, { queryKey: QueryKey; shown: unknown }> = {
    pending: { queryKey: pendingQuery('hospital').queryKey, shown: [request] },
    waiting: { queryKey: waitingQuery('hospital').queryKey, shown: queue.queue },
    queue: { queryKey: doctorQueueQuery('d1').queryKey, shown: queue },
    counts: { queryKey: dayCountsQuery('hospital').queryKey, shown: {} },
    doctors: { queryKey: colleaguesQuery().queryKey, shown: [] },
  };
  const reads: string[] = [];
  const closings = Object.entries(lists).map(([name, { queryKey, shown }]) => {
    client.setQueryData(queryKey, shown);
    const queryFn = () => {
      reads.push(name);
      return client.getQueryData(queryKey);
    };
    const staleTime = Number.POSITIVE_INFINITY;
    return new QueryObserver(client, { queryKey, queryFn, staleTime }).subscribe(() => undefined);
  });
  t.after(() => {
    for (const close of closings) close();
    queueCacheOf(client).stop();
    client.clear();
  });
  const approved: StaffEntry = { ...request, status: 'waiting', position: 4, queueVersion: 5 };
  async function wait(ms: number): Promise<void> {
    t.mock.timers.tick(ms);
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  return { client, reads, approved, wait };
}

test('after an approval, what it changed for others is read once, and nothing that its answer or its event told', async (t) => {
  const { client, reads, approved, wait } = openDesk(t);
  takeIn(client, { type: 'queue_approved', data: approved });
  await wait(100);
  for (const type of ['queue_approved', 'queue_joined'] as const) {
    queueCacheOf(client).apply({ type, data: approved }, true);
  }
  assert.deepEqual(client.getQueryData(pendingQuery('hospital').queryKey), []);
  assert.deepEqual(reads, []);
  await wait(10_000);
  await wait(10_000);
  assert.deepEqual(inOrder(reads), ['counts', 'doctors', 'queue', 'waiting']);
});

test('an event that comes long after the answer it repeats lets nothing be read again', async (t) => {
  const { client, reads, approved, wait } = openDesk(t);
  takeIn(client, { type: 'queue_approved', data: approved });
  await wait(10_000);
  await wait(10_000);
  reads.length = 0;
  queueCacheOf(client).apply({ type: 'queue_approved', data: approved }, true);
  await wait(10_000);
  assert.deepEqual(reads, []);
  const next: StaffEntry = { ...approved, status: 'cancelled', position: 0, queueVersion: 6 };
  queueCacheOf(client).apply({ type: 'queue_left', data: next }, true);
  await wait(10_000);
  await wait(10_000);
  assert.deepEqual(inOrder(reads), ['counts', 'doctors', 'queue', 'waiting']);
});

test('who has stopped following is read nothing for, and who follows again is', async (t) => {
  const { client, reads, approved, wait } = openDesk(t);
  takeIn(client, { type: 'queue_approved', data: approved });
  queueCacheOf(client).stop();
  await wait(10_000);
  assert.deepEqual(reads, []);
  takeIn(client, { type: 'queue_approved', data: approved });
  await wait(10_000);
  await wait(10_000);
  assert.deepEqual(inOrder(reads), ['counts', 'doctors', 'queue', 'waiting']);
});
