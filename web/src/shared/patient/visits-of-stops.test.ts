import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { queueDoctor, queueEntry } from '../../live/queue-entry.test-data.ts';
import { visitsOfStops } from './visits-of-stops.ts';

function stop(id: string, joinedAt: string, given: Partial<StaffEntry> = {}): StaffEntry {
  const many = { token: 'B-104', severalStops: true };
  return queueEntry({
    id,
    joinedAt,
    status: 'completed',
    doctor: queueDoctor(id),
    ...many,
    ...given,
  });
}

const idsOf = (past: readonly StaffEntry[]) =>
  visitsOfStops(past).map((stops) => stops.map(({ id }) => id));

test('the steps of one visit are shown together, in order of time [LINE-4, CONS-2]', () => {
  const past = [
    stop('pharmacy', '2026-03-12T07:00:00.000Z'),
    stop('laboratory', '2026-03-12T06:00:00.000Z'),
    stop('doctor', '2026-03-12T05:00:00.000Z'),
    stop('before', '2026-03-01T05:00:00.000Z', { token: 'A-007', severalStops: false }),
  ];
  assert.deepEqual(idsOf(past), [['doctor', 'laboratory', 'pharmacy'], ['before']]);
});

test('a visit with the same token on another day is a different visit, and a visit with a single step stays separate [LINE-4]', () => {
  const past = [
    stop('today', '2026-03-12T05:00:00.000Z'),
    stop('yesterday', '2026-03-11T05:00:00.000Z'),
    stop('alone', '2026-03-10T06:00:00.000Z', { severalStops: false }),
    stop('alone too', '2026-03-10T05:00:00.000Z', { severalStops: false }),
    stop('no token', '2026-03-09T06:00:00.000Z', { token: null }),
    stop('none either', '2026-03-09T05:00:00.000Z', { token: null }),
  ];
  assert.equal(visitsOfStops(past).length, 6);
});
