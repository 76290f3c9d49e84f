import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MonthDay, TimetableSession } from '@baari/contract/hospital/timetable.ts';
import { monthLater, stateOf, weeksOf } from './month.ts';
import { usualSession } from './timetable-draft.ts';
import { blocksOn, frameOf, hourHeight, weekOf } from './week-picture.ts';

const monday = '2026-11-30';
const morning = { ...usualSession, weekdays: ['monday'] } satisfies TimetableSession;
const evening = { ...morning, from: '17:30', to: '21:00' } satisfies TimetableSession;
const pause = {
  kind: 'closed',
  weekdays: [],
  date: monday,
  from: '00:00',
  to: '10:00',
  validFrom: null,
  validUntil: null,
} satisfies TimetableSession;

test('a week in the timetable begins on Monday and may extend over two months [APPT-1]', () => {
  const week = weekOf('2026-12-02');
  assert.equal(week[0], monday);
  assert.equal(week[6], '2026-12-06');
  assert.deepEqual(weekOf('2026-12-06'), week);
});

test('the week in the timetable shows the hours from the first session to the last, even if a closed day covers the whole night [APPT-1]', () => {
  assert.deepEqual(frameOf([morning, evening, pause]), { from: 540, to: 1260 });
  assert.deepEqual(frameOf([pause]), { from: 0, to: 600 });
  assert.deepEqual(frameOf([]), { from: 480, to: 1080 });
});

test('a session in the timetable is drawn at its hours, and its text stays visible if closed hours cover the beginning [APPT-1]', () => {
  const frame = { from: 540, to: 1260 };
  const drawn = blocksOn([pause, morning, evening], monday, frame).map(
    ({ index, top, height, isHeadCovered }) => [index, top * 720, height * 720, isHeadCovered],
  );
  assert.deepEqual(drawn, [
    [1, 0, 240, true],
    [0, 0, 60, false],
    [2, 510, 210, false],
  ]);
  assert.deepEqual(blocksOn([morning], '2026-12-01', frame), []);
});

test('a session for one date is drawn over the weekly session that it replaces, and a completely replaced session is left out [APPT-1]', () => {
  const frame = { from: 540, to: 1260 };
  const once = { ...morning, weekdays: [], date: monday, to: '11:00' } satisfies TimetableSession;
  const drawn = blocksOn([once, morning], monday, frame);
  assert.deepEqual(
    drawn.map(({ index, gaps, isHeadCovered }) => [index, gaps.length, isHeadCovered]),
    [
      [1, 1, true],
      [0, 0, false],
    ],
  );
  const whole = blocksOn([{ ...once, to: '13:00' }, morning], monday, frame);
  assert.deepEqual(
    whole.map(({ index }) => index),
    [0],
  );
});

test('hours in the timetable are drawn taller if a session is short [APPT-1]', () => {
  assert.equal(hourHeight([morning]), 52);
  assert.equal(hourHeight([{ ...morning, to: '09:30' }]), 88);
  assert.equal(hourHeight([{ ...morning, to: '09:05' }]), 128);
});

test('the calendar shows each day of a month under its weekday [APPT-1]', () => {
  const weeks = weeksOf('2026-11-28');
  assert.equal(weeks.length, 6);
  assert.deepEqual(weeks[0], [null, null, null, null, null, null, '2026-11-01']);
  assert.deepEqual(weeks[5], [monday, null, null, null, null, null, null]);
  assert.equal(weeksOf('2027-02-10').flat().length, 28);
  assert.equal(monthLater('2026-12-31', 1), '2027-01-01');
  assert.equal(monthLater('2027-01-15', -1), '2026-12-01');
});

test('a day in the calendar is shown as full only if it offers appointments and none is free [APPT-1]', () => {
  const around = { today: '2026-11-28', lastDay: '2027-01-27' };
  const day = { date: monday, isOff: false, places: 24, free: 24, booked: 0 } satisfies MonthDay;
  assert.equal(stateOf(day, around), 'empty');
  assert.equal(stateOf({ ...day, free: 12 }, around), 'some');
  assert.equal(stateOf({ ...day, free: 3 }, around), 'most');
  assert.equal(stateOf({ ...day, free: 0 }, around), 'full');
  assert.equal(stateOf({ ...day, free: 0, places: 0 }, around), 'none');
  assert.equal(stateOf({ ...day, isOff: true }, around), 'off');
  assert.equal(stateOf({ ...day, date: '2026-11-27', free: 0 }, around), 'past');
  assert.equal(stateOf({ ...day, date: '2027-02-01', free: 0 }, around), 'later');
});
