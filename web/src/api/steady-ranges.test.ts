import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patientEntry } from '../live/queue-entry.test-data.ts';
import { withSteadyRanges } from './steady-ranges.ts';

const now = Date.parse('2026-03-12T05:00:00Z');

function announced(from: number, to: number, position = 3) {
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const parts = [{ from: at(from), to: at(to) }];
  return patientEntry({
    status: 'waiting',
    position,
    estimatedWaitTime: 30,
    waitRange: { lower: from, upper: to, parts },
    line: { state: 'running', at: null, usuallyAt: null },
  });
}

function shownAfter(before: ReturnType<typeof announced>, read: ReturnType<typeof announced>) {
  return withSteadyRanges([before], [read], now)[0]?.waitRange;
}

test('the wait that a patient sees does not jump with every small update [INV-16]', () => {
  const before = announced(20, 40);
  assert.equal(shownAfter(before, announced(25, 45)), before.waitRange);
  // The range is compared with the range on screen and not with the last response, so that many
  // small changes add up.
  const far = announced(30, 50);
  assert.equal(shownAfter(before, far), far.waitRange);
});

test('the patient’s wait is updated at once after a new place, a change in the line or a wait that has passed [INV-16]', () => {
  const before = announced(20, 40);
  const moved = announced(15, 35, 2);
  assert.equal(shownAfter(before, moved), moved.waitRange);
  const gone = { ...announced(20, 40), waitRange: null };
  assert.equal(shownAfter(before, gone), null);
  const state = { state: 'break_ahead', at: null, usuallyAt: null } as const;
  const near = { ...announced(20, 45), line: state };
  assert.equal(shownAfter(before, near), near.waitRange);
  const back = (minutes: number, from: number) =>
    ({
      ...announced(from, from + 25),
      line: {
        state: 'on_break',
        at: new Date(now + minutes * 60_000).toISOString(),
        usuallyAt: null,
      },
    }) as const;
  const longer = back(24, 24);
  assert.equal(shownAfter(back(20, 20), longer), longer.waitRange, 'the doctor is back later');
  const over = announced(-20, 0);
  const later = announced(-15, 5);
  assert.equal(shownAfter(over, later), later.waitRange);
});
