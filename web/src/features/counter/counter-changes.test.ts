import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Counter } from '@baari/contract/lines/counter.ts';
import type { ServicePoint } from '@baari/contract/lines/shared-line.ts';
import { queueEntry } from '../../live/queue-entry.test-data.ts';
import { afterCall, afterSending, canCall } from './counter-changes.ts';

const point: ServicePoint = {
  id: 'pt1',
  lineId: 'l1',
  name: 'Counter 1',
  names: {},
  doctor: null,
  state: 'open',
  since: null,
  by: null,
  staff: [],
  hours: [],
  serving: null,
};
const first = queueEntry({ id: 'e1', status: 'waiting', position: 1 });
const second = queueEntry({ id: 'e2', status: 'waiting', position: 2 });
const counter: Counter = {
  point,
  line: {
    id: 'l1',
    name: 'Laboratory',
    names: {},
    kind: 'laboratory',
    department: null,
    room: null,
    order: 'end',
    returnsEvery: 3,
    asksFromHome: false,
    takesBookings: false,
    isOpen: true,
    next: [],
    points: [point],
    waiting: 2,
    inside: 0,
    version: 1,
  },
  serving: null,
  waiting: [first, second],
  named: [],
  dayEndsAt: '2026-03-12T18:30:00.000Z',
};

test('a patient who is called to a counter is shown at the counter and no longer in the line [LINE-2]', () => {
  const after = afterCall(counter, { ...first, status: 'in_progress' });
  assert.equal(after.serving?.id, 'e1');
  assert.deepEqual(
    after.waiting.map(({ id }) => id),
    ['e2'],
  );
  assert.equal(after.line.waiting, 1);
});

test('a patient who is forwarded disappears at once from the counter or from the line [LINE-3]', () => {
  const serving = { ...counter, serving: first, waiting: [second] };
  assert.equal(afterSending(serving, 'e1').serving, null);
  assert.equal(afterSending(serving, 'e1').waiting.length, 1);
  const left = afterSending(serving, 'e2');
  assert.equal(left.serving?.id, 'e1');
  assert.equal(left.waiting.length, 0);
  assert.equal(left.line.waiting, 1);
});

test('a counter cannot call the next patient if all waiting patients have missed their call [LINE-2]', () => {
  const hold = { calledAt: '2026-03-12T05:00:00.000Z', calls: 1, backAt: null };
  assert.equal(canCall(counter), true);
  assert.equal(canCall({ ...counter, waiting: [{ ...first, hold }] }), false);
  assert.equal(canCall({ ...counter, waiting: [], named: [second] }), true);
});
