import assert from 'node:assert/strict';
import { test } from 'node:test';
import { behindMinutes } from './booked-words.ts';

const booking = { dueAt: '2026-03-12T08:30:00.000Z' };
const callAt = (at: string) => ({ at: `2026-03-12T${at}:00.000Z`, deviation: 4 });

test('a booked time is told how far behind the doctor is, in steps of five minutes, or that it is kept [APPT-1, INV-16]', () => {
  const table = [
    ['08:10', 0],
    ['08:30', 0],
    ['08:37', 0],
    ['08:38', 10],
    ['08:51', 20],
    ['09:43', 75],
  ] as const;
  for (const [at, minutes] of table) assert.equal(behindMinutes(booking, callAt(at)), minutes, at);
  assert.equal(behindMinutes(booking, null), undefined);
});
