import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import type { LiveEvent } from '@baari/contract/events.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import { takesRequests } from '@baari/contract/lines/requests-taken.ts';
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { linesQuery } from '../api/queries/line-queries.ts';
import {
  colleaguesQuery,
  dayCountsQuery,
  doctorQuery,
  doctorQueueQuery,
  pendingQuery,
  waitingQuery,
} from '../api/queries/queries.ts';
import { journeyKey } from '../api/queries/visit-keys.ts';
import { makeEntry } from './hospital-model.test-data.ts';
import type { DoctorQueue } from './queue-cache.reducer.ts';
import { queueCacheOf, takeIn } from './queue-cache.ts';
import { patientEntry } from './queue-entry.test-data.ts';
// The module is imported in advance. Otherwise it would load with the first statistics, under
// mocked timers.
import './published-figures.ts';

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
const noCounts = {
  pending: 0,
  waiting: 0,
  inProgress: 0,
  approvedToday: 0,
  rejectedToday: 0,
  completedToday: 0,
};
const doctorAtWork: Doctor = {
  id: 'd1',
  name: 'Dr. Rao',
  specialty: 'Cardiology',
  department: 'Cardiology',
  status: 'Available',
  breakUntil: null,
  room: null,
  hospital_id: 'hospital',
  hospitalStanding: 'confirmed',
  opening: null,
  takesRequestsShut: true,
  requests: takesRequests,
  timeZone: 'Asia/Kolkata',
  created_at: now.toISOString(),
  rating: 0,
  ratingCount: 0,
  experience: 5,
  image: null,
  currentQueue: 3,
  totalPatients: 0,
  averageWaitTime: 0,
  line: { state: 'running', at: null, usuallyAt: null },
  lineIfJoinedNow: null,
  waitIfJoinedNow: null,
  promises: null,
};
const ids = (shown: DoctorQueue | undefined) => shown?.queue.map((entry) => entry.id);

test('a live update about a patient changes every list that shows this patient, and no other list', () => {
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

test('a patient’s request that arrives while the desk’s list is loading appears in this list, even if the server’s answer is older [EV-9, INV-6]', async () => {
  const client = new QueryClient();
  const { queryKey } = pendingQuery('hospital');
  const asks = makeEntry('a', 'd1', 5);
  const first = Promise.withResolvers<StaffEntry[]>();
  const answers = [first.promise, Promise.resolve([asks])];
  let asked = 0;
  const observer = new QueryObserver<StaffEntry[]>(client, {
    queryKey,
    queryFn: () => answers[asked++] ?? Promise.reject(new Error('asked once too often')),
  });
  const stop = observer.subscribe(() => {});
  for (const type of ['queue_requested', 'queue_updated'] as const) {
    queueCacheOf(client).apply({ type, data: asks }, true);
  }
  // The server read the list before the patient's request was made, so the response does not
  // contain the request.
  first.resolve([]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(client.getQueryData(queryKey), [asks]);
  assert.equal(asked, 2);
  stop();
  queueCacheOf(client).stop();
  client.clear();
});

test('when the page missed a live update of one doctor’s queue, the page loads this queue again and no other queue [INV-6]', () => {
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

test('after the first connection or a loss of live updates the page loads everything again, but not after a short break [INV-6]', () => {
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

/** Opens a desk that has loaded each of its lists once, and counts later reads. */
function openDesk(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const client = new QueryClient();
  const request: StaffEntry = { ...makeEntry('r', 'd1', 4), queueVersion: 4 };
  const lists: Record<string, { queryKey: QueryKey; shown: unknown }> = {
    pending: { queryKey: pendingQuery('hospital').queryKey, shown: [request] },
    waiting: { queryKey: waitingQuery('hospital').queryKey, shown: queue.queue },
    queue: { queryKey: doctorQueueQuery('d1').queryKey, shown: queue },
    counts: { queryKey: dayCountsQuery('hospital').queryKey, shown: noCounts },
    doctors: { queryKey: colleaguesQuery().queryKey, shown: [doctorAtWork] },
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

/**
 * The event with the queue's statistics for one version of the queue. The server sends such an
 * event for each version.
 */
function figuresAt(version: number, waits: readonly number[]): LiveEvent {
  const { hospital_id: hospitalId } = doctorAtWork;
  return {
    type: 'hospital_figures',
    data: {
      hospitalId,
      counts: { ...noCounts, waiting: waits.length },
      dayEndsAt: queue.dayEndsAt,
      lines: [
        {
          doctor: { ...doctorAtWork, currentQueue: waits.length },
          queueVersion: version,
          waits: waits.map((minutes) => ({
            estimatedWaitTime: minutes,
            waitRange: { lower: minutes, upper: 2 * minutes, parts: [] },
            call: { at: now.toISOString(), deviation: 3 },
          })),
        },
      ],
    },
  };
}

test('when a receptionist approves a request, the desk shows the result without fetching any list again [STAFF-2, QST-12]', async (t) => {
  const { client, reads, approved, wait } = openDesk(t);
  takeIn(client, { type: 'queue_approved', data: approved });
  await wait(100);
  for (const type of ['queue_approved', 'queue_joined'] as const) {
    queueCacheOf(client).apply({ type, data: approved }, true);
  }
  queueCacheOf(client).apply(figuresAt(5, [4, 12, 20, 28]), true);
  await wait(0);
  assert.deepEqual(client.getQueryData(pendingQuery('hospital').queryKey), []);
  assert.equal(client.getQueryData(dayCountsQuery('hospital').queryKey)?.waiting, 4);
  assert.deepEqual(
    client
      .getQueryData(colleaguesQuery().queryKey)
      ?.map(({ id, currentQueue }) => [id, currentQueue]),
    [['d1', 4]],
  );
  for (const shown of [
    client.getQueryData(waitingQuery('hospital').queryKey),
    client.getQueryData(doctorQueueQuery('d1').queryKey)?.queue,
  ]) {
    assert.deepEqual(
      shown?.map(({ position, estimatedWaitTime }) => [position, estimatedWaitTime]),
      [
        [1, 4],
        [2, 12],
        [3, 20],
        [4, 28],
      ],
    );
  }
  await wait(15_000);
  await wait(15_000);
  assert.deepEqual(reads, []);
});

test('a doctor who was just added appears on a desk that is already open [ADM-3, EV-2]', async (t) => {
  const { client, reads, wait } = openDesk(t);
  queueCacheOf(client).apply({ type: 'doctor_updated', data: { ...doctorAtWork, id: 'd2' } }, true);
  await wait(0);
  assert.deepEqual(reads, ['doctors']);
  queueCacheOf(client).apply({ type: 'doctor_updated', data: doctorAtWork }, true);
  const elsewhere = { ...doctorAtWork, id: 'd3', hospital_id: 'other' };
  queueCacheOf(client).apply({ type: 'doctor_updated', data: elsewhere }, true);
  await wait(0);
  assert.deepEqual(reads, ['doctors'], 'a known doctor, or one of another hospital');
});

test('the desk shows waits only with the order of patients for which the waits were calculated [INV-6]', async (t) => {
  const { client, approved, wait } = openDesk(t);
  const waitsShown = () =>
    client
      .getQueryData(doctorQueueQuery('d1').queryKey)
      ?.queue.map(({ estimatedWaitTime }) => estimatedWaitTime);
  const before = waitsShown();
  queueCacheOf(client).apply(figuresAt(5, [4, 12, 20, 28]), true);
  await wait(0);
  assert.deepEqual(waitsShown(), before, 'the event comes behind its figures');
  takeIn(client, { type: 'queue_approved', data: approved });
  const after = waitsShown();
  queueCacheOf(client).apply(figuresAt(4, [9, 9, 9]), true);
  await wait(0);
  assert.deepEqual(waitsShown(), after, 'figures from before the change');
});

test('the desk loads the patient counts of a line if none arrive, or if they are outdated or lack the waits', async (t) => {
  const { client, reads, approved, wait } = openDesk(t);
  takeIn(client, { type: 'queue_approved', data: approved });
  await wait(0);
  await wait(15_000);
  const all = ['counts', 'doctors', 'queue', 'waiting'];
  assert.deepEqual(inOrder(reads), all);
  for (const newFigures of [figuresAt(5, [4, 12, 20, 28]), withoutWaits(figuresAt(6, []))]) {
    reads.length = 0;
    const version = approved.queueVersion + 1;
    takeIn(client, { type: 'queue_updated', data: { ...approved, queueVersion: version } });
    queueCacheOf(client).apply(newFigures, true);
    await wait(0);
    await wait(15_000);
    assert.deepEqual(inOrder(reads), all);
    queueCacheOf(client).stop();
  }
});

function withoutWaits(event: LiveEvent): LiveEvent {
  assert.ok(event.type === 'hospital_figures');
  const lines = event.data.lines.map((line) => ({ ...line, waits: null }));
  return { ...event, data: { ...event.data, lines } };
}

test('patient counts that arrive while a list is loading cause another load, because the loading list may be older', async (t) => {
  const { client, reads, approved, wait } = openDesk(t);
  takeIn(client, { type: 'queue_approved', data: approved });
  const slow = Promise.withResolvers<undefined>();
  const { queryKey } = doctorQuery('d1');
  void client.fetchQuery({ queryKey, queryFn: () => slow.promise.then(() => doctorAtWork) });
  queueCacheOf(client).apply(figuresAt(5, [4, 12, 20, 28]), true);
  await wait(0);
  slow.resolve(undefined);
  await wait(15_000);
  assert.deepEqual(inOrder(reads), ['counts', 'doctors', 'queue', 'waiting']);
});

test('when few patients of a long line are left on the screen, the desk loads more [KEEP-9]', async (t) => {
  const { client, reads, wait } = openDesk(t);
  const { queryKey } = doctorQueueQuery('d1');
  client.setQueryData(queryKey, { ...queue, stats: { ...queue.stats, totalWaiting: 700 } });
  queueCacheOf(client).apply(figuresAt(4, [4, 12, 20]), true);
  await wait(10);
  assert.deepEqual(reads, ['queue']);
});

test('a live update that repeats a change already shown causes no request to the server', async (t) => {
  const { client, reads, approved, wait } = openDesk(t);
  takeIn(client, { type: 'queue_approved', data: approved });
  await wait(0);
  await wait(15_000);
  reads.length = 0;
  queueCacheOf(client).apply({ type: 'queue_approved', data: approved }, true);
  await wait(15_000);
  assert.deepEqual(reads, []);
  const next: StaffEntry = { ...approved, status: 'cancelled', position: 0, queueVersion: 6 };
  queueCacheOf(client).apply({ type: 'queue_left', data: next }, true);
  await wait(0);
  await wait(15_000);
  assert.deepEqual(inOrder(reads), ['counts', 'doctors', 'queue', 'waiting']);
});

test('a desk that stops following a queue sends no requests about this queue, until the desk follows the queue again', async (t) => {
  const { client, reads, approved, wait } = openDesk(t);
  takeIn(client, { type: 'queue_approved', data: approved });
  queueCacheOf(client).stop();
  await wait(0);
  await wait(15_000);
  assert.deepEqual(reads, []);
  takeIn(client, { type: 'queue_approved', data: approved });
  await wait(0);
  await wait(15_000);
  assert.deepEqual(inOrder(reads), ['counts', 'doctors', 'queue', 'waiting']);
});

test('a shared line that a colleague removed disappears from the desk, and a changed one is updated [LINE-1]', async () => {
  const client = new QueryClient();
  const { queryKey } = linesQuery();
  const line = (id: string, name: string): SharedLine => ({
    id,
    name,
    names: {},
    kind: 'laboratory',
    department: null,
    room: null,
    order: 'end',
    returnsEvery: 3,
    isOpen: true,
    asksFromHome: false,
    takesBookings: false,
    next: [],
    points: [],
    waiting: 0,
    inside: 0,
    version: 1,
  });
  const imaging = line('l2', 'Imaging');
  client.setQueryData(queryKey, [line('l1', 'Laboratory'), imaging]);
  const cache = queueCacheOf(client);
  // The code for events about shared lines is part of the statistics module, which loads lazily.
  await import('./published-figures.ts');
  cache.apply({ type: 'line_updated', data: { ...imaging, name: 'X-ray' } }, true);
  cache.apply({ type: 'line_updated', data: { ...line('l1', 'Laboratory'), isGone: true } }, true);
  // The removal of an unknown shared line causes no read.
  cache.apply({ type: 'line_updated', data: { ...line('l3', 'Billing'), isGone: true } }, true);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(client.getQueryData(queryKey), [{ ...imaging, name: 'X-ray' }]);
  assert.equal(client.getQueryState(queryKey)?.isInvalidated, false);
  cache.stop();
});

test('a patient whose visit plan changes sees the new steps within a second, and a mere change of place loads no steps [LINE-4, EV-7]', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const client = new QueryClient();
  const key = [...journeyKey('e1'), 'waiting', 'd1'];
  const isRead = () => client.getQueryState(key)?.isInvalidated === true;
  client.setQueryData(key, { stops: [] });
  const cache = queueCacheOf(client);
  const own = (queueVersion: number) =>
    patientEntry({ status: 'waiting', position: 2, queueVersion, severalStops: true });
  cache.apply({ type: 'position_changed', data: own(4) }, true);
  t.mock.timers.tick(2000);
  assert.equal(isRead(), false);
  cache.apply({ type: 'queue_updated', data: own(5) }, true);
  t.mock.timers.tick(1000);
  assert.equal(isRead(), true);
  cache.stop();
  client.clear();
});
