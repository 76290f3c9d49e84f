import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageAt } from './age.ts';

function ageOn(day: string, dateOfBirth: string): number | undefined {
  return ageAt(new Date(`${day}T12:00:00`).getTime(), dateOfBirth);
}

test('a child’s age rises on the birthday, and is unknown without a date of birth [PROF-1]', () => {
  assert.equal(ageOn('2026-06-30', '2019-07-01'), 6);
  assert.equal(ageOn('2026-07-01', '2019-07-01'), 7);
  assert.equal(ageOn('2026-02-28', '2024-02-29'), 1);
  assert.equal(ageOn('2026-01-01', '2026-01-01'), 0);
  assert.equal(ageOn('2026-01-01', ''), undefined);
});

test('a child’s birthday begins at midnight in the family’s time zone, not in London [PROF-1]', (t) => {
  const before = process.env['TZ'];
  t.after(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });
  process.env['TZ'] = 'Asia/Kolkata';
  const halfPastMidnight = Date.parse('2026-06-30T19:00:00Z');
  assert.equal(ageAt(halfPastMidnight, '2019-07-01'), 7);
});
