import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addSpreads, shareOf, type Spread, withinMinutes } from './spread.rules.ts';

function spreadOf(times: readonly number[]): Spread {
  return times
    .map((time) => ({ minutes: [Math.round(time)], counts: [1] }))
    .reduce(addSpreads, { minutes: [], counts: [] });
}

/** The quantile computed as PostgreSQL's percentile_cont does. */
function exact(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  const place = share * (sorted.length - 1);
  const lower = sorted[Math.floor(place)] ?? Number.NaN;
  const upper = sorted[Math.ceil(place)] ?? Number.NaN;
  return lower + (upper - lower) * (place - Math.floor(place));
}

test('a period without visits has no median wait, and the median of a single visit is that visit’s own wait [API-26]', () => {
  assert.equal(shareOf({ minutes: [], counts: [] }, 0.5), null);
  assert.equal(shareOf({ minutes: [7], counts: [0] }, 0.5), null);
  assert.equal(shareOf({ minutes: [7], counts: [1] }, 0.9), 7);
  assert.equal(shareOf({ minutes: [2, 5], counts: [1, 1] }, 0.5), 3.5);
});

test('the median wait of a long period in the statistics is within half a minute of the exact median of its visits [API-26]', () => {
  const times = fc.array(fc.double({ min: -5, max: 600, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.9), (given, share) => {
      const announced = shareOf(spreadOf(given), share);
      assert.ok(announced !== null);
      assert.ok(Math.abs(announced - exact(given, share)) <= withinMinutes + 1e-9);
    }),
  );
});

test('the median wait of several days is the median of all visits of these days together [API-26]', () => {
  const times = fc.array(fc.integer({ min: 0, max: 90 }));
  fc.assert(
    fc.property(times, times, (one, other) => {
      const both = addSpreads(spreadOf(one), spreadOf(other));
      assert.deepEqual(both, spreadOf([...one, ...other]));
    }),
  );
});
