import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import { fieldsOf, sessionSchema } from './session-fields.ts';
import {
  hasWeekly,
  offerOf,
  overlapsIn,
  usualSession,
  withDayCopied,
  withDoctorCopied,
} from './timetable-draft.ts';

const morning = { ...usualSession, weekdays: ['monday', 'tuesday'] } satisfies TimetableSession;
const evening = {
  ...usualSession,
  weekdays: ['friday'],
  from: '17:00',
  to: '21:00',
} satisfies TimetableSession;
const shut = {
  kind: 'closed',
  weekdays: [],
  date: '2026-12-25',
  from: '00:00',
  to: '23:59',
  validFrom: null,
  validUntil: null,
} satisfies TimetableSession;

test('copying Monday’s timetable gives the chosen days exactly its sessions, and does not change sessions on a single date [APPT-1]', () => {
  const copied = withDayCopied([morning, evening, shut], 'monday', ['friday', 'sunday']);
  assert.deepEqual(copied, [
    { ...morning, weekdays: ['monday', 'tuesday', 'friday', 'sunday'] },
    shut,
  ]);
  assert.ok(hasWeekly(copied, 'sunday'));
  assert.ok(!hasWeekly(copied, 'wednesday'));
});

test('a session for one date replaces copied weekly hours on that date, and two such sessions that overlap are marked [APPT-1]', () => {
  const once = {
    ...morning,
    weekdays: [],
    date: '2026-12-04',
    from: '10:00',
  } satisfies TimetableSession;
  assert.equal(overlapsIn([once, morning, shut]).size, 0, 'the date is a Friday');
  const copied = withDayCopied([once, morning, shut], 'monday', ['friday']);
  assert.equal(overlapsIn(copied).size, 0);
  assert.deepEqual([...overlapsIn([...copied, { ...once, to: '11:00' }])], [3]);
});

test('copying another doctor’s timetable copies only the weekly sessions, and keeps the doctor’s own sessions on single dates [APPT-1]', () => {
  const once = { ...morning, weekdays: [], date: '2026-12-04' } satisfies TimetableSession;
  assert.deepEqual(withDoctorCopied([morning, shut], [evening, once]), [evening, shut]);
});

test('copying a day of a timetable onto the same day changes nothing [APPT-1]', () => {
  assert.deepEqual(withDayCopied([morning, evening], 'friday', ['friday']), [morning, evening]);
});

test('a session from 9:00 to 13:00 offers 24 appointments of ten minutes, and fewer with pauses between them [APPT-1]', () => {
  const offer = { times: 24, first: '09:00', last: '12:50', places: 24, walkIns: 0 };
  assert.deepEqual(offerOf(usualSession), offer);
  const paused = offerOf({ ...usualSession, bufferMinutes: 5, places: 3, walkInPercent: 10 });
  assert.deepEqual(paused, { times: 16, first: '09:00', last: '12:45', places: 48, walkIns: 4 });
  const short = offerOf(usualSession, [{ from: '00:00', to: '09:05' }, shut]);
  assert.equal(short.times, 0);
  const fromTen = offerOf(usualSession, [{ from: '09:05', to: '10:00' }]);
  assert.deepEqual([fromTen.times, fromTen.first], [18, '10:00'], 'a touched time is gone');
  const fewer = offerOf({ ...usualSession, walkInPercent: 25 });
  assert.deepEqual(
    [fewer.times, fewer.walkIns],
    [18, 6],
    'one patient a time: whole times are kept',
  );
  const night = offerOf({ ...usualSession, from: '23:00', to: '23:59', slotMinutes: 30 });
  assert.deepEqual([night.times, night.last], [2, '23:30'], 'the last minute is midnight');
});

test('saving the form of a timetable session without changes keeps the session as it was [APPT-1]', () => {
  for (const session of [morning, evening, shut]) {
    assert.deepEqual(sessionSchema([]).parse(fieldsOf(session)), session);
  }
});

test('the form of a session shows each error at its field [APPT-1]', () => {
  const refused = (changes: object, others: readonly TimetableSession[] = []) =>
    sessionSchema(others)
      .safeParse({ ...fieldsOf(morning), ...changes })
      .error?.issues.map(({ path }) => path.join('.'))
      .filter((path, index, all) => all.indexOf(path) === index);
  assert.deepEqual(refused({ weekdays: [] }), ['weekdays']);
  assert.deepEqual(refused({ repeats: 'once', date: '' }), ['date']);
  assert.deepEqual(refused({ to: '08:00' }), ['to']);
  assert.deepEqual(refused({ from: '' }), ['from']);
  assert.deepEqual(refused({ slotMinutes: '' }), ['slotMinutes']);
  assert.deepEqual(refused({ places: '51' }), ['places']);
  assert.deepEqual(refused({ to: '09:05' }), ['slotMinutes']);
  assert.deepEqual(refused({ validFrom: '2026-12-02', validUntil: '2026-12-01' }), ['validUntil']);
  assert.deepEqual(refused({}, [{ ...morning, from: '12:00', to: '14:00' }]), ['from']);
  assert.equal(refused({}, [evening, shut]), undefined);
});
