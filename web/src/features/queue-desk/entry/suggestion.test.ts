import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { makeEntry } from '../../../live/hospital-model.test-data.ts';
import { isOverdue, suggestedNext } from './suggestion.ts';

const now = Date.parse('2026-03-12T05:00:00Z');

function waiting(id: string, dueInMinutes: number, hold: StaffEntry['hold'] = null): StaffEntry {
  const dueAt = new Date(now + dueInMinutes * 60_000).toISOString();
  return { ...makeEntry(id, 'd1', 0), status: 'waiting', dueAt, hold };
}

const called = { calledAt: '2026-03-12T04:50:00Z', calls: 1 };
const away = { ...called, backAt: null };
const back = { ...called, backAt: '2026-03-12T04:55:00Z' };

test('the desk suggests calling the patient who is due first, unless this patient is already first in line [INV-12]', () => {
  const urgent = waiting('c', -5);
  assert.deepEqual(suggestedNext([waiting('a', 30), waiting('b', 60), urgent]), {
    entry: urgent,
    place: 1,
  });
  assert.equal(suggestedNext([waiting('a', 10), waiting('b', 60)]), undefined);
  assert.equal(suggestedNext([waiting('a', 10), waiting('b', 10)]), undefined);
  assert.equal(suggestedNext([]), undefined);
});

test('the desk does not suggest calling a patient who is absent after a missed call, and keeps a returned patient first [INV-12]', () => {
  assert.equal(suggestedNext([waiting('a', 30), waiting('b', -60, away)]), undefined);
  const urgent = waiting('c', -5);
  assert.deepEqual(suggestedNext([waiting('a', 90, back), waiting('b', 30), urgent]), {
    entry: urgent,
    place: 2,
  });
});

test('the desk does not suggest an earlier call for a patient who chose a later place in line [WAIT-1, INV-12]', () => {
  const delay = { at: '2026-03-12T04:55:00Z', minutes: 20, times: 1 };
  assert.equal(suggestedNext([waiting('a', 30), { ...waiting('b', -60), delay }]), undefined);
});

test('the desk suggests no other patient before a patient back from the laboratory, except a more urgent patient [INV-12, LINE-3]', () => {
  const back = { ...waiting('a', 60), visitId: 'registration' };
  const waited = waiting('b', 20);
  assert.equal(suggestedNext([back, waited]), undefined);
  assert.equal(suggestedNext([{ ...back, visitId: 'a' }, waited])?.entry.id, 'b');
  const urgent = { ...waiting('c', 30), urgency: 'high' as const };
  assert.deepEqual(suggestedNext([back, waited, urgent]), { entry: urgent, place: 1 });
  const booked = {
    ...waited,
    booking: { id: 'x', startsAt: waited.joinedAt, dueAt: waited.joinedAt },
  };
  assert.equal(suggestedNext([back, booked])?.entry.id, 'b');
});

test('a patient is overdue once the time by which they should be called has passed [INV-12]', () => {
  assert.deepEqual(
    [isOverdue(waiting('a', -1), now), isOverdue(waiting('a', 1), now)],
    [true, false],
  );
  assert.equal(isOverdue({ dueAt: null }, now), false);
});
