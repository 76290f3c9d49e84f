import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageOn } from './age.ts';

test('a child’s age rises on its birthday, and is unknown without a date of birth [PROF-1]', () => {
  assert.equal(ageOn('2026-06-30', '2019-07-01'), 6);
  assert.equal(ageOn('2026-07-01', '2019-07-01'), 7);
  assert.equal(ageOn('2026-02-28', '2024-02-29'), 1);
  assert.equal(ageOn('2026-01-01', '2026-01-01'), 0);
  assert.equal(ageOn('2026-01-01', ''), undefined);
});
