import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followUpGiven } from '@baari/contract/visit/follow-up.ts';
import { calendarFile } from '../appointments/calendar-file.rules.ts';
import { dueAfter, isInTime, remindAt, whenToSend } from './follow-up.rules.ts';

const zone = 'Asia/Kolkata';
/** Set on 1 March 2026 at noon in India. */
const setAt = new Date('2026-03-01T06:30:00Z');
function dueOn(due: string, timeZone = zone) {
  return { due_on: due, changed_at: setAt, time_zone: timeZone };
}

test('a follow-up in days, weeks or months gets the date on the calendar, also over the end of a month and in a leap year [CONS-2]', () => {
  const cases = [
    ['2026-02-25', { count: 4, unit: 'days' }, '2026-03-01'],
    ['2026-11-29', { count: 4, unit: 'weeks' }, '2026-12-27'],
    ['2026-01-31', { count: 1, unit: 'months' }, '2026-02-28'],
    ['2028-01-31', { count: 1, unit: 'months' }, '2028-02-29'],
    ['2026-11-30', { count: 3, unit: 'months' }, '2027-02-28'],
  ] as const;
  for (const [today, after, due] of cases) assert.equal(dueAfter(today, after), due);
});

test('a follow-up further ahead than two years, in half a week or with a reason of 201 characters is refused at its field [CONS-2]', () => {
  const refused = (given: object): string[] => {
    const parsed = followUpGiven.safeParse(given);
    return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
  };
  for (const [unit, most] of [
    ['days', 365],
    ['weeks', 104],
    ['months', 24],
  ] as const) {
    assert.deepEqual(refused({ count: most, unit }), []);
    assert.deepEqual(refused({ count: most + 1, unit }), ['count']);
    assert.deepEqual(refused({ count: 0, unit }), ['count']);
  }
  assert.deepEqual(refused({ count: 0.5, unit: 'weeks' }), ['count']);
  assert.deepEqual(refused({ count: 1, unit: 'years' }), ['unit']);
  assert.deepEqual(refused({ count: 1, unit: 'weeks', reason: 'x'.repeat(201) }), ['reason']);
});

test('a doctor sets a follow-up during the visit or later on the same day, but not for a patient who is still waiting or did not come [CONS-2]', () => {
  const inTime = (status: 'in_progress' | 'completed' | 'waiting' | 'no_show', ended: boolean) =>
    isInTime({ line_id: '', status, ended_today: ended });
  assert.ok(inTime('in_progress', false));
  assert.ok(inTime('completed', true));
  assert.ok(!inTime('completed', false));
  assert.ok(!inTime('waiting', false));
  assert.ok(!inTime('no_show', true));
});

test('a follow-up is reminded of at 9:00 a week before, within 14 days one day before, and not on the day of the visit itself [APPT-1]', () => {
  assert.deepEqual(remindAt(dueOn('2026-03-29')), new Date('2026-03-22T03:30:00Z'));
  assert.deepEqual(remindAt(dueOn('2026-03-16')), new Date('2026-03-09T03:30:00Z'));
  assert.deepEqual(remindAt(dueOn('2026-03-15')), new Date('2026-03-14T03:30:00Z'));
  assert.deepEqual(remindAt(dueOn('2026-03-03')), new Date('2026-03-02T03:30:00Z'));
  assert.equal(remindAt(dueOn('2026-03-02')), undefined);
  // Where the clocks skip an hour at night, 9:00 stays 9:00.
  const inNewYork = remindAt(dueOn('2026-03-09', 'America/New_York'));
  assert.deepEqual(inNewYork, new Date('2026-03-08T13:00:00Z'));
});

test('a delayed reminder of a follow-up waits for the morning instead of waking the patient, and is dropped after the day itself [APPT-1]', () => {
  const due = dueOn('2026-03-29');
  const at = (moment: string) => whenToSend(due, new Date(moment));
  const until = new Date('2026-03-29T18:30:00Z');
  assert.deepEqual(at('2026-03-22T03:30:00Z'), { is: 'now', until });
  assert.deepEqual(at('2026-03-22T03:29:00Z'), {
    is: 'later',
    at: new Date('2026-03-22T03:30:00Z'),
  });
  const atNine = new Date('2026-03-22T03:30:00Z');
  assert.deepEqual(at('2026-03-20T06:00:00Z'), { is: 'later', at: atNine }, 'zone changed');
  assert.deepEqual(at('2026-03-22T14:29:00Z'), { is: 'now', until });
  assert.deepEqual(at('2026-03-22T14:30:00Z'), {
    is: 'later',
    at: new Date('2026-03-23T03:30:00Z'),
  });
  assert.deepEqual(at('2026-03-23T01:00:00Z'), {
    is: 'later',
    at: new Date('2026-03-23T03:30:00Z'),
  });
  assert.deepEqual(at('2026-03-29T12:00:00Z'), { is: 'now', until });
  assert.equal(at('2026-03-29T18:30:00Z'), undefined);
});

test('the calendar file of a follow-up has a whole day without a time, as no appointment is booked [PAT-11]', () => {
  const file = calendarFile({
    uid: 'follow-up-1@baari',
    sequence: 1,
    day: '2026-12-31',
    writtenAt: setAt,
    title: 'Come back to Dr. Rao',
    place: 'Sunrise Clinic',
    link: 'https://baari.example/patient/queue',
  });
  for (const line of [
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'STATUS:TENTATIVE',
  ]) {
    assert.ok(file.split('\r\n').includes(line), line);
  }
});
