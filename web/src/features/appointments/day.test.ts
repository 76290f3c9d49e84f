import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partOfDay } from '@baari/contract/visit/part-of-day.ts';
import { addDays, isDay } from './day.ts';

test('the day after the last day of a month or year is the first day of the next [APPT-1]', () => {
  assert.equal(addDays('2026-02-28', 1), '2026-03-01');
  assert.equal(addDays('2028-02-28', 1), '2028-02-29');
  assert.equal(addDays('2026-12-31', 1), '2027-01-01');
  assert.equal(addDays('2026-03-01', -1), '2026-02-28');
  assert.equal(addDays('2026-03-29', 1), '2026-03-30', 'whatever the clocks do');
});

test('an invalid date of an appointment is rejected [APPT-1]', () => {
  for (const day of ['2026-03-12', '2028-02-29']) assert.ok(isDay(day), day);
  for (const text of ['', 'today', '2026-02-29', '2026-13-01', '2026-3-1', '2026-03-12T00:00']) {
    assert.ok(!isDay(text), text);
  }
});

test('appointment times are grouped into morning until noon, afternoon until five, and evening [APPT-1, PAT-8]', () => {
  const times = ['00:00', '11:59', '12:00', '16:59', '17:00', '23:59'];
  const parts = ['morning', 'morning', 'afternoon', 'afternoon', 'evening', 'evening'];
  assert.deepEqual(times.map(partOfDay), parts);
});
