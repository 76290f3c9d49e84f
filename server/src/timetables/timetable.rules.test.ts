/** Properties of what a timetable offers, for any timetable, and across clock changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weekdays } from '@baari/contract/constants.ts';
import {
  isOn,
  minutesBetween,
  overlap,
  type TimetableSession,
  timetableSession,
} from '@baari/contract/hospital/timetable.ts';
import fc from 'fast-check';
import { givenSession } from '../testing/test-bodies.ts';
import {
  calendarOf,
  freeBeside,
  isWithinSessions,
  onCalendar,
  openHoursOf,
  slotsOf,
} from './timetable.rules.ts';

const monday = '2026-03-09';

function minuteOf(time: string): number {
  return minutesBetween('00:00', time);
}

const clock = fc
  .integer({ min: 0, max: 287 })
  .map(
    (five) =>
      `${String(Math.floor(five / 12)).padStart(2, '0')}:${String((five % 12) * 5).padStart(2, '0')}`,
  );

const when = fc.record({
  weekdays: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }),
  date: fc.option(fc.constantFrom('2026-03-09', '2026-03-10', '2026-03-11'), { nil: null }),
  times: fc.tuple(clock, clock).map(([one, other]) => (one < other ? [one, other] : [other, one])),
  valid: fc.tuple(
    fc.option(fc.constantFrom('2026-03-01', '2026-03-10'), { nil: null }),
    fc.option(fc.constantFrom('2026-03-10', '2026-03-31'), { nil: null }),
  ),
});

/** A session as the contract accepts it; undefined for one that it refuses. */
const anySession = fc
  .record({
    when,
    kind: fc.constantFrom('booked', 'booked', 'open', 'closed'),
    slots: fc.record({
      slotMinutes: fc.integer({ min: 5, max: 120 }),
      places: fc.integer({ min: 1, max: 50 }),
      bufferMinutes: fc.integer({ min: 0, max: 60 }),
      walkInPercent: fc.integer({ min: 0, max: 100 }),
    }),
  })
  .map((given) => {
    const { date, times, valid } = given.when;
    return timetableSession.safeParse({
      kind: given.kind,
      weekdays: date === null ? given.when.weekdays : [],
      date,
      from: times[0],
      to: times[1],
      validFrom: date === null ? valid[0] : null,
      validUntil: date === null ? valid[1] : null,
      ...(given.kind === 'booked' ? given.slots : {}),
    }).data;
  });

/** A timetable that the contract accepts: sessions that overlap an earlier one are left out. */
const anyTimetable = fc.array(anySession, { maxLength: 8 }).map((list) => {
  const kept: TimetableSession[] = [];
  for (const session of list) {
    if (session !== undefined && !kept.some((other) => overlap(session, other))) kept.push(session);
  }
  return kept;
});
const anyDate = fc.constantFrom('2026-03-08', '2026-03-09', '2026-03-10', '2026-03-11');

test('every offered slot lies in one booked session of that day, and in no closed one [APPT-1]', () => {
  fc.assert(
    fc.property(anyTimetable, anyDate, (sessions, date) => {
      const ofDay = sessions.filter((session) => isOn(session, date));
      for (const { time, minutes } of slotsOf(sessions, date)) {
        const [from, to] = [minuteOf(time), minuteOf(time) + minutes];
        const holds = ofDay.filter(
          (session) =>
            session.kind === 'booked' &&
            session.slotMinutes === minutes &&
            minuteOf(session.from) <= from &&
            to <= minuteOf(session.to),
        );
        assert.equal(holds.length, 1);
        assert.ok(
          ofDay.every(
            (session) =>
              session.kind !== 'closed' ||
              to <= minuteOf(session.from) ||
              minuteOf(session.to) <= from,
          ),
        );
        assert.ok(isWithinSessions(sessions, date, { time, minutes }));
      }
    }),
  );
});

test('slots are in order, never overlap, and keep the buffer of their session free [APPT-1]', () => {
  fc.assert(
    fc.property(anyTimetable, anyDate, (sessions, date) => {
      const slots = slotsOf(sessions, date);
      for (const [index, slot] of slots.slice(1).entries()) {
        const before = slots[index];
        assert.ok(before !== undefined);
        assert.ok(minuteOf(before.time) + before.minutes <= minuteOf(slot.time));
      }
      const again = slotsOf(sessions.toReversed(), date);
      assert.deepEqual(again, slots, 'the order of the sessions changes nothing');
    }),
  );
  const buffered = { ...givenSession(), to: '10:00', slotMinutes: 20, bufferMinutes: 10 };
  assert.deepEqual(
    slotsOf([buffered], monday).map(({ time }) => time),
    ['09:00', '09:30'],
  );
  const last = { ...givenSession(), to: '09:50', slotMinutes: 20, bufferMinutes: 10 };
  assert.equal(slotsOf([last], monday).length, 2, 'no buffer is needed after the last slot');
});

test('the walk-ins’ share is taken off the places of the whole session once [APPT-1]', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 120 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 100 }),
      (slotMinutes, places, walkInPercent) => {
        const session = { ...givenSession(), slotMinutes, places };
        const count = Math.floor(180 / slotMinutes);
        const offered = slotsOf([{ ...session, walkInPercent }], monday);
        const sum = offered.reduce((total, slot) => total + slot.places, 0);
        assert.equal(sum, count * places - Math.floor((count * places * walkInPercent) / 100));
        assert.ok(offered.every((slot) => slot.places >= 1 && slot.places <= places));
      },
    ),
  );
  const quarter = { ...givenSession(), slotMinutes: 30, places: 1, walkInPercent: 34 };
  assert.deepEqual(
    slotsOf([quarter], monday).map(({ time }) => time),
    ['09:00', '09:30', '10:30', '11:00'],
    'two of six slots are kept, spread over the session',
  );
  const closed = { ...givenSession(), kind: 'closed', from: '09:00', to: '09:30' } as const;
  assert.deepEqual(
    slotsOf([quarter, closed], monday).map(({ time }) => time),
    ['09:30', '10:30', '11:00'],
    'an exception moves no kept place',
  );
});

test('after k bookings of a slot, all places but k are left, and never fewer than none [APPT-1]', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 60 }),
      (places, booked) => {
        const slots = slotsOf([{ ...givenSession(), places }], monday);
        const [slot, next] = slots;
        assert.ok(slot !== undefined && next !== undefined);
        const taken = Array.from({ length: booked }, () => slot);
        assert.equal(freeBeside(taken)(slot), Math.max(0, places - booked));
        assert.equal(freeBeside(taken)(next), places, 'the next slot is not touched');
      },
    ),
  );
});

test('a booking of an earlier timetable takes a place of every slot that it overlaps [APPT-1]', () => {
  const slots = slotsOf([{ ...givenSession(), slotMinutes: 10 }], monday);
  const left = slots.map(freeBeside([{ time: '09:15', minutes: 30 }]));
  assert.deepEqual(left.slice(0, 6), [2, 1, 1, 1, 1, 2]);
});

test('a session holds on its weekdays between its first and last day, or on its one date [APPT-1]', () => {
  const times = (session: TimetableSession, date: string) => slotsOf([session], date).length;
  const march = { ...givenSession(), validFrom: '2026-03-10', validUntil: '2026-03-16' };
  assert.equal(times(march, '2026-03-09'), 0);
  assert.equal(times(march, '2026-03-10'), 12);
  assert.equal(times(march, '2026-03-14'), 0, 'a Saturday');
  assert.equal(times(march, '2026-03-16'), 12);
  assert.equal(times(march, '2026-03-17'), 0);
  const once = { ...givenSession(), weekdays: [], date: '2026-03-14' };
  assert.equal(times(once, '2026-03-14'), 12);
  assert.equal(times(once, '2026-03-21'), 0);
});

test('open hours are shown without the time that closed sessions take [APPT-1]', () => {
  const base = { weekdays: ['monday' as const], date: null, validFrom: null, validUntil: null };
  const sessions: TimetableSession[] = [
    { ...base, kind: 'open', from: '14:00', to: '17:00' },
    { ...base, kind: 'open', from: '17:00', to: '18:00' },
    { ...base, kind: 'closed', from: '15:00', to: '15:30' },
  ];
  assert.deepEqual(openHoursOf(sessions, monday), [
    { from: '14:00', to: '15:00' },
    { from: '15:30', to: '18:00' },
  ]);
  assert.deepEqual(slotsOf(sessions, monday), []);
  assert.equal(isWithinSessions(sessions, monday, { time: '14:00', minutes: 30 }), false);
});

const aroundTheClock: TimetableSession = {
  ...givenSession(),
  weekdays: [...weekdays],
  from: '00:00',
  to: '23:59',
  slotMinutes: 30,
};

test('a time that the clock skips is not offered, and one that occurs twice is offered once [APPT-1]', () => {
  const offered = (date: string, zone: string, session = aroundTheClock) =>
    onCalendar(slotsOf([session], date), calendarOf(zone)(date));
  const changes = [
    ['America/New_York', '2026-03-08', 46],
    ['America/New_York', '2026-11-01', 48],
    ['Africa/Cairo', '2026-04-24', 46],
    ['Africa/Cairo', '2026-10-29', 48],
    ['Africa/Cairo', '2026-10-30', 48],
    ['Asia/Kolkata', '2026-03-08', 48],
  ] as const;
  for (const [zone, date, count] of changes) {
    const slots = offered(date, zone);
    assert.equal(slots.length, count, `${date} in ${zone}`);
    assert.equal(new Set(slots.map(({ time }) => time)).size, count);
    for (const [index, slot] of slots.slice(1).entries()) {
      const before = slots[index];
      assert.ok(before !== undefined);
      const ends = before.startsAt.getTime() + before.minutes * 60_000;
      assert.ok(ends <= slot.startsAt.getTime(), `${slot.time} on ${date} in ${zone}`);
    }
  }
  const shown = new Set(offered('2026-03-08', 'America/New_York').map(({ time }) => time));
  assert.ok(!shown.has('02:00') && !shown.has('02:30'));
  const midnight = offered('2026-04-24', 'Africa/Cairo').map(({ time }) => time);
  assert.equal(midnight[0], '01:00');
  const uneven = { ...aroundTheClock, from: '01:10', to: '04:00', slotMinutes: 40 };
  assert.deepEqual(
    offered('2026-03-08', 'America/New_York', uneven).map(({ time }) => time),
    ['01:10', '03:10'],
    'a slot of which the clock skips a part is left out',
  );
});
