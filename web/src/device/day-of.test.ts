import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf } from './day-of.ts';

test('the date of today follows the patient’s own time zone [PROF-1]', () => {
  assert.equal(dayOf(new Date(2026, 0, 5, 0, 30)), '2026-01-05');
});
