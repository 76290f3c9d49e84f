import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultOperatingHours, weekdays } from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import { openingAt } from './opening.rules.ts';

const zone = 'Asia/Kolkata';

/** A time in the week of Monday, 9 March 2026, on India's clock. */
function on(day: number, time: string): Date {
  return new Date(`2026-03-${String(8 + day).padStart(2, '0')}T${time}:00+05:30`);
}

function week(open: string, close: string, closed = false): WeekHours {
  const day = { open, close, closed };
  return Object.fromEntries(weekdays.map((name) => [name, day])) as WeekHours;
}

test('a hospital is open until its closing time and closed until its next opening time [PAT-3]', () => {
  const hours = defaultOperatingHours;
  const until = (at: Date) => openingAt(hours, zone, at);
  assert.deepEqual(until(on(1, '08:00')), { isOpen: true, until: on(1, '18:00').toISOString() });
  assert.deepEqual(until(on(1, '07:59')), { isOpen: false, until: on(1, '08:00').toISOString() });
  assert.deepEqual(until(on(1, '18:00')), { isOpen: false, until: on(2, '08:00').toISOString() });
});

test('a hospital that is closed on Sundays next opens on Monday after Saturday evening [PAT-3]', () => {
  const opening = openingAt(defaultOperatingHours, zone, on(6, '17:00'));
  assert.deepEqual(opening, { isOpen: false, until: on(8, '08:00').toISOString() });
});

test('a hospital open all day stays open over midnight, and a hospital that never opens has no opening time [PAT-3]', () => {
  assert.deepEqual(openingAt(week('00:00', '23:59'), zone, on(1, '23:59')), {
    isOpen: true,
    until: null,
  });
  assert.deepEqual(openingAt(week('08:00', '18:00', true), zone, on(1, '10:00')), {
    isOpen: false,
    until: null,
  });
});

test('on days with a clock change a hospital’s opening hours follow local time [PAT-3]', () => {
  // The week of 8 March 2026, which is an hour shorter in New York.
  const newYork = (hours: WeekHours, at: string) =>
    openingAt(hours, 'America/New_York', new Date(at));
  const never = newYork(week('00:00', '23:59'), '2026-03-05T23:30:00-05:00');
  assert.deepEqual(never, { isOpen: true, until: null }, 'never closes');
  // In New York 02:30 does not exist that night, so a hospital that opens or closes at 02:30 does
  // so when the clock skips this time.
  const skips = '2026-03-08T07:00:00.000Z';
  for (const hours of [week('02:30', '18:00'), week('02:00', '18:00')]) {
    const early = newYork(hours, '2026-03-08T06:00:00Z');
    assert.deepEqual(early, { isOpen: false, until: skips });
  }
  const late = newYork(week('01:00', '02:30'), '2026-03-08T06:30:00Z');
  assert.deepEqual(late, { isOpen: true, until: skips });
});

test('opening hours that cross midnight end on the next morning [PAT-3]', () => {
  const shut = { open: '08:00', close: '18:00', closed: true };
  const hours = {
    ...week('08:00', '18:00', true),
    monday: { open: '18:00', close: '23:59', closed: false },
    tuesday: { open: '00:00', close: '06:00', closed: false },
    wednesday: shut,
  };
  assert.deepEqual(openingAt(hours, zone, on(1, '23:59')), {
    isOpen: true,
    until: on(2, '06:00').toISOString(),
  });
});
