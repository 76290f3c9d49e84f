import assert from 'node:assert/strict';
import { it } from 'node:test';
import { median, quantile, table } from './figures.ts';

it('a computed quantile is always one of the measured values, in whatever order the values come', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  assert.equal(quantile(hundred, 0.5), 50);
  assert.equal(quantile(hundred, 0.99), 99);
  assert.equal(quantile(hundred, 1), 100);
  assert.equal(median([7]), 7);
});

it('a benchmark result is printed with its reference value, the ratio of both values and the goal', () => {
  const printed = table([
    {
      name: 'life cycles',
      unit: '/s',
      value: 300,
      reference: 400,
      against: 'the same statements',
      aim: 'at least 0.5',
    },
  ]);
  assert.match(
    printed,
    /life cycles +300 \/s +400 \/s +0\.75 +at least 0\.5 +the same statements/u,
  );
});
