import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextAt } from './calendar.rules.ts';

test('the time at which a doctor returns means its next occurrence on the hospital’s clock, whatever the device’s clock says [DOC-2]', () => {
  const cases = [
    ['14:00', 'Asia/Kolkata', '2026-03-12T08:00:30Z', '2026-03-12T08:30:00.000Z'],
    ['13:00', 'Asia/Kolkata', '2026-03-12T08:00:30Z', '2026-03-13T07:30:00.000Z'],
    ['00:15', 'Asia/Kolkata', '2026-03-12T18:00:00Z', '2026-03-12T18:45:00.000Z'],
    ['09:00', 'Europe/London', '2026-03-28T20:00:00Z', '2026-03-29T08:00:00.000Z'],
    ['09:00', 'America/New_York', '2026-11-01T03:00:00Z', '2026-11-01T14:00:00.000Z'],
  ] as const;
  for (const [time, zone, now, expected] of cases) {
    assert.equal(nextAt(time, zone, new Date(now)).toISOString(), expected, `${time} ${zone}`);
  }
});
