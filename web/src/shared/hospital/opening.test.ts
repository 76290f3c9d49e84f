import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatsFor } from '../../i18n/format.ts';
import { outsideHoursAt } from './opening.ts';

const evening = Date.parse('2026-03-13T20:00:00+05:30');
const monday = '2026-03-16T03:30:00.000Z';

test('a page left open over the hospital’s opening or closing time shows the current state of the hospital [PAT-6]', () => {
  assert.deepEqual(outsideHoursAt({ isOpen: false, until: monday }, evening), { opensAt: monday });
  assert.equal(outsideHoursAt({ isOpen: false, until: monday }, Date.parse(monday)), undefined);
  assert.equal(outsideHoursAt({ isOpen: true, until: monday }, evening), undefined);
  assert.deepEqual(outsideHoursAt({ isOpen: true, until: monday }, Date.parse(monday)), {
    opensAt: null,
  });
  assert.deepEqual(outsideHoursAt({ isOpen: false, until: null }, evening), { opensAt: null });
  assert.equal(outsideHoursAt(null, evening), undefined);
});

test('the hospital’s next opening is shown as a time today, as a weekday within the week, and as a date after that [PAT-6]', () => {
  const { coming } = formatsFor('en');
  const zone = 'Asia/Kolkata';
  assert.equal(coming('2026-03-13T22:30:00+05:30', evening, zone), '10:30 pm');
  assert.equal(coming(monday, evening, zone), 'Monday, 9:00 am');
  assert.equal(coming('2026-03-21T09:00:00+05:30', evening, zone), '21 Mar 2026, 9:00 am');
});
