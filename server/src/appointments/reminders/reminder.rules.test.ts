/** Tests of the rules on reminders: when each is sent, and what it says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reminderTimes } from '@baari/contract/visit/reminders.ts';
import { nextReminder, remindAt, reminderNews } from './reminder.rules.ts';

const zone = 'America/New_York';
/** Ten in the morning on the day on which the clocks change. */
const startsAt = new Date('2026-03-08T14:00:00Z');

test('reminders in days come at the appointment’s local time, and the last one two hours before [REM-1, APPT-1]', () => {
  const sent = reminderTimes.map((time) => remindAt(time, startsAt, zone).toISOString());
  assert.deepEqual(sent, [
    '2026-03-01T15:00:00.000Z',
    '2026-03-05T15:00:00.000Z',
    '2026-03-07T15:00:00.000Z',
    '2026-03-08T12:00:00.000Z',
  ]);
});

test('of the chosen reminders the next one is sent, and none whose time has passed [REM-1, APPT-1]', () => {
  const visit = { startsAt, zone };
  const next = (chosen: (typeof reminderTimes)[number][], at: string) =>
    nextReminder(chosen, visit, new Date(at))?.time;
  assert.equal(next(['two_hours', 'week'], '2026-02-20T00:00:00Z'), 'week');
  assert.equal(next(['two_hours', 'week'], '2026-03-01T15:00:00Z'), 'two_hours');
  assert.equal(next(['day'], '2026-03-07T15:00:00Z'), undefined);
  assert.equal(next([], '2026-02-20T00:00:00Z'), undefined);
});

test('a reminder says today, tomorrow or the date, by the hospital’s calendar at the time of sending [REM-1]', () => {
  const visit = { date: '2026-03-08', startsAt, zone };
  const midnight = new Date('2026-03-08T05:00:00Z');
  const said = (at: string, time: (typeof reminderTimes)[number] = 'day') =>
    reminderNews(time, visit, new Date(at));
  assert.deepEqual(said('2026-03-05T15:00:00Z', 'week'), {
    kind: 'appointment_reminder_early',
    notAfter: midnight,
  });
  assert.deepEqual(said('2026-03-08T04:59:00Z'), {
    kind: 'appointment_reminder',
    notAfter: midnight,
  });
  assert.equal(said('2026-03-08T05:00:00Z'), undefined);
  assert.deepEqual(said('2026-03-08T05:00:00Z', 'two_hours'), {
    kind: 'appointment_reminder_today',
    notAfter: startsAt,
  });
});
