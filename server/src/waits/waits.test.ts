import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { estimateWait } from './estimate.rules.ts';
import { learn, meanConsultation } from './pace.rules.ts';

const line = fc.record({
  ahead: fc.integer({ min: 0, max: 500 }),
  mean: fc.double({ min: 1, max: 120, noNaN: true }),
  runningFor: fc.option(fc.double({ min: 0, max: 600, noNaN: true })),
});

test('a wait is never negative and lies within its range [INV-11, QST-12]', () => {
  fc.assert(
    fc.property(line, (given) => {
      const wait = estimateWait(given);
      assert.ok(wait.lower >= 0);
      assert.ok(wait.lower <= wait.minutes, JSON.stringify(wait));
      assert.ok(wait.minutes <= wait.upper, JSON.stringify(wait));
    }),
  );
});

test('someone further back is never promised less [INV-11]', () => {
  fc.assert(
    fc.property(line, (given) => {
      const nearer = estimateWait(given);
      const further = estimateWait({ ...given, ahead: given.ahead + 1 });
      assert.ok(further.minutes >= nearer.minutes);
      assert.ok(further.lower >= nearer.lower);
      assert.ok(further.upper >= nearer.upper);
    }),
  );
});

test('a doctor nobody knows yet is taken to need 12 minutes a patient [QST-12]', () => {
  assert.equal(meanConsultation({ minutes: 0, visits: 0 }), 12);
  const fifth = estimateWait({ ahead: 4, mean: 12, runningFor: null });
  assert.equal(fifth.minutes, Math.round(4 * 0.92 * 12));
});

test('the pace follows what the consultations really take [QST-12]', () => {
  let pace = { minutes: 0, visits: 0, at: null as Date | null };
  for (let day = 1; day <= 20; day += 1) {
    const now = new Date(Date.UTC(2026, 0, day));
    for (let visit = 0; visit < 10; visit += 1) pace = learn(pace, 20, now);
  }
  const mean = meanConsultation(pace);
  assert.ok(mean > 19 && mean < 20, String(mean));
});

test('a consultation that nobody ended does not spoil the pace [QST-12]', () => {
  const before = { minutes: 1200, visits: 100, at: new Date(0) };
  const after = learn(before, 600, new Date(0));
  assert.ok(meanConsultation(after) < 12.3);
});
