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

test('a week begins on Monday and may lie in two months [APPT-1]', () => {
  const week = weekOf('2026-12-02');
  assert.equal(week[0], monday);
  assert.equal(week[6], '2026-12-06');
  assert.deepEqual(weekOf('2026-12-06'), week);
});

test('the week is drawn from the first hour to the last, without the night that a closed day covers [APPT-1]', () => {
  assert.deepEqual(frameOf([morning, evening, pause]), { from: 540, to: 1260 });
  assert.deepEqual(frameOf([pause]), { from: 0, to: 600 });
  assert.deepEqual(frameOf([]), { from: 480, to: 1080 });
});

test('a session is drawn at its hours, and its words give way to closed hours over its beginning [APPT-1]', () => {
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

test('hours are drawn higher where a session is short [APPT-1]', () => {
  assert.equal(hourHeight([morning]), 52);
  assert.equal(hourHeight([{ ...morning, to: '09:30' }]), 88);
  assert.equal(hourHeight([{ ...morning, to: '09:05' }]), 128);
});

test('a month has its days under their weekdays [APPT-1]', () => {
  const weeks = weeksOf('2026-11-28');
  assert.equal(weeks.length, 6);
  assert.deepEqual(weeks[0], [null, null, null, null, null, null, '2026-11-01']);
  assert.deepEqual(weeks[5], [monday, null, null, null, null, null, null]);
  assert.equal(weeksOf('2027-02-10').flat().length, 28);
  assert.equal(monthLater('2026-12-31', 1), '2027-01-01');
  assert.equal(monthLater('2027-01-15', -1), '2026-12-01');
});

test('a day of the month is full only if it offers places and none is free [APPT-1]', () => {
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
