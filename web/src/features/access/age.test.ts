import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageOn, dayIn } from './age.ts';

test('a patient’s age is calculated by the hospital’s date, not by the date where the reader is [CONS-2]', () => {
  assert.equal(dayIn('Asia/Kolkata', Date.parse('2026-03-15T20:00:00Z')), '2026-03-16');
  assert.equal(dayIn('America/New_York', Date.parse('2026-03-15T20:00:00Z')), '2026-03-15');
});

test('a patient’s age is shown in years, or in months for small children, and rises on the birthday [CONS-2]', () => {
  const today = '2026-03-16';
  assert.deepEqual(ageOn(today, '1990-03-16'), { unit: 'year', count: 36 });
  assert.deepEqual(ageOn(today, '1990-03-17'), { unit: 'year', count: 35 });
  assert.deepEqual(ageOn(today, '2024-03-16'), { unit: 'year', count: 2 });
  assert.deepEqual(ageOn(today, '2024-03-17'), { unit: 'month', count: 23 });
  assert.deepEqual(ageOn(today, '2026-03-01'), { unit: 'month', count: 0 });
  assert.equal(ageOn(today, '2026-03-17'), undefined);
  assert.deepEqual(ageOn('2026-02-28', '2024-02-29'), { unit: 'month', count: 23 });
});
