/** Tests which times a timetable offers: properties of any timetable, also across clock changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weekdays } from '@baari/contract/constants.ts';
import { isOn, minutesBetween, overlap } from '@baari/contract/hospital/session-days.ts';
import { type TimetableSession, timetableSession } from '@baari/contract/hospital/timetable.ts';
import fc from 'fast-check';
import { limitedSessionAt } from '../schedule/limited-session.rules.ts';
import { givenSession } from '../testing/test-bodies.ts';
import {
  bookedHoursOf,
  calendarOf,
  freeBeside,
  hasPlaceBeside,
  isWithinSessions,
  onCalendar,
  openHoursOf,
  slotsOf,
  takesRequestsAt,
  variesByKind,
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

/** A random session that the contract accepts; undefined if the contract refuses it. */
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

/**
 * A random timetable that the contract accepts. Sessions that overlap an earlier session of the
 * list are left out.
 */
const anyTimetable = fc.array(anySession, { maxLength: 8 }).map((list) => {
  const kept: TimetableSession[] = [];
  for (const session of list) {
    if (session !== undefined && !kept.some((other) => overlap(session, other))) kept.push(session);
  }
  return kept;
});
const anyDate = fc.constantFrom('2026-03-08', '2026-03-09', '2026-03-10', '2026-03-11');

test('every offered slot lies within one bookable session of its day, and in no closed session [APPT-1]', () => {
  fc.assert(
    fc.property(anyTimetable, anyDate, (sessions, date) => {
      const ofDay = sessions.filter((session) => isOn(session, date));
      for (const { time, minutes } of slotsOf(sessions, date)) {
        const [from, to] = [minuteOf(time), minuteOf(time) + minutes];
        const touching = ofDay.filter(
          (session) => minuteOf(session.from) < to && from < minuteOf(session.to),
        );
        // A session for this single date takes precedence over weekly sessions.
        const exceptions = touching.filter((session) => session.date !== null);
        const counting = exceptions.length > 0 ? exceptions : touching;
        const [only, ...more] = counting;
        assert.deepEqual(more, []);
        assert.ok(only?.kind === 'booked' && only.slotMinutes === minutes);
        assert.ok(minuteOf(only.from) <= from && to <= minuteOf(only.to));
        assert.ok(isWithinSessions(sessions, date, { time, minutes }));
      }
    }),
  );
});

test('a session for one date replaces the weekly hours that it overlaps, on that date only [APPT-1]', () => {
  const once = { weekdays: [], date: monday };
  const half = { ...givenSession(), slotMinutes: 30 };
  const times = (sessions: readonly TimetableSession[], date = monday) =>
    slotsOf(sessions, date).map(({ time, minutes }) => `${time}+${minutes}`);
  const replaced = { ...half, ...once, from: '09:00', to: '10:20', slotMinutes: 40 };
  const usual = times([half]);
  assert.deepEqual(times([half, replaced]), [
    '09:00+40',
    '09:40+40',
    '10:30+30',
    '11:00+30',
    '11:30+30',
  ]);
  assert.deepEqual(times([half, replaced], '2026-03-16'), usual, 'the next Monday is as ever');
  const added = { ...half, ...once, from: '18:00', to: '19:00' };
  assert.deepEqual(times([half, added]), [...usual, '18:00+30', '18:30+30']);
  const off: TimetableSession = {
    ...once,
    kind: 'closed',
    from: '09:00',
    to: '11:00',
    validFrom: null,
    validUntil: null,
  };
  assert.deepEqual(times([half, off]), ['11:00+30', '11:30+30']);
  const lunch: TimetableSession = { ...off, weekdays: ['monday'], date: null };
  assert.deepEqual(times([half, lunch, replaced]), [
    '09:00+40',
    '09:40+40',
    '11:00+30',
    '11:30+30',
  ]);
  const walkIn: TimetableSession = { ...off, kind: 'open', from: '11:00', to: '12:00' };
  assert.deepEqual(times([half, walkIn]), ['09:00+30', '09:30+30', '10:00+30', '10:30+30']);
  assert.deepEqual(openHoursOf([half, walkIn], monday), [{ from: '11:00', to: '12:00' }]);
  assert.deepEqual(bookedHoursOf([half, walkIn], monday), [{ from: '09:00', to: '11:00' }]);
  assert.equal(isWithinSessions([half, walkIn], monday, { time: '11:00', minutes: 30 }), false);
  assert.equal(isWithinSessions([half, replaced], monday, { time: '10:00', minutes: 30 }), true);
});

test('after the places of a slot are reduced, the patients who booked last no longer fit, and the others do [APPT-1]', () => {
  const visit = fc.record({
    time: fc.constantFrom('09:00', '09:15', '09:30', '09:45', '10:00', '10:30'),
    minutes: fc.constantFrom(15, 30, 45),
  });
  fc.assert(
    fc.property(
      fc.array(visit, { maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      (visits, places) => {
        const sessions = [{ ...givenSession(), places }];
        const kept = visits.filter((each, index) =>
          hasPlaceBeside(visits.slice(0, index), sessions, monday, each),
        );
        for (const { time } of kept) {
          const there = kept.filter(
            (each) =>
              minuteOf(each.time) <= minuteOf(time) &&
              minuteOf(time) < minuteOf(each.time) + each.minutes,
          );
          assert.ok(there.length <= places, 'never more at one moment than there are places');
        }
        const same = visits.map(() => ({ time: '09:00', minutes: 15 }));
        const keptOfSame = same.filter((each, index) =>
          hasPlaceBeside(same.slice(0, index), sessions, monday, each),
        );
        assert.equal(keptOfSame.length, Math.min(places, same.length), 'nobody without need');
      },
    ),
  );
  const beside = [{ time: '09:00', minutes: 30 }];
  assert.ok(hasPlaceBeside(beside, null, monday, { time: '09:30', minutes: 30 }));
  assert.ok(!hasPlaceBeside(beside, null, monday, { time: '09:00', minutes: 30 }));
});

test('slots are in order, never overlap, and leave the pause after each visit free [APPT-1]', () => {
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

test('the share of places that is kept for walk-in patients is subtracted once from all places of the session [APPT-1]', () => {
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

test('each booking makes a slot’s number of free places smaller by one, down to zero [APPT-1]', () => {
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

test('a booking made under an earlier timetable uses one place in every slot that it overlaps [APPT-1]', () => {
  const slots = slotsOf([{ ...givenSession(), slotMinutes: 10 }], monday);
  const left = slots.map(freeBeside([{ time: '09:15', minutes: 30 }]));
  assert.deepEqual(left.slice(0, 6), [2, 1, 1, 1, 1, 2]);
});

test('a session takes place on its weekdays between its first and last day, or on its one date [APPT-1]', () => {
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

test('the walk-in hours of a day do not include the time of closed sessions [APPT-1]', () => {
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

test('a time that the clock skips is not offered, and a time that occurs twice is offered once [APPT-1]', () => {
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

test('a line with walk-in hours accepts requests from home only during these hours, and a line without walk-in hours at any time [LINE-6]', () => {
  const walkIn = (from: string, to: string, given: Partial<TimetableSession> = {}) => ({
    kind: 'open' as const,
    weekdays: [...weekdays],
    date: null,
    from,
    to,
    validFrom: null,
    validUntil: null,
    ...given,
  });
  const at = (time: string, list: readonly TimetableSession[], zone = 'Asia/Kolkata') =>
    takesRequestsAt(list, zone, new Date(time));
  assert.equal(at('2026-03-09T03:00:00+05:30', []), true);
  assert.equal(at('2026-03-09T03:00:00+05:30', [givenSession()]), true);
  const day = [walkIn('08:00', '10:00'), walkIn('20:00', '23:59')] as TimetableSession[];
  assert.equal(at('2026-03-09T07:59:59+05:30', day), false);
  assert.equal(at('2026-03-09T08:00:00+05:30', day), true);
  assert.equal(at('2026-03-09T10:00:00+05:30', day), false);
  assert.equal(at('2026-03-09T23:59:59+05:30', day), true);
  assert.equal(at('2026-03-10T00:00:00+05:30', day), false);
  const holiday = [...day, { ...walkIn('00:00', '23:59'), kind: 'closed' as const }];
  assert.equal(at('2026-03-09T09:00:00+05:30', holiday), false);
  const once = [{ ...walkIn('08:00', '10:00'), weekdays: [], date: monday }] as TimetableSession[];
  assert.equal(at('2026-03-09T09:00:00+05:30', once), true);
  assert.equal(at('2026-03-10T09:00:00+05:30', once), false);
  // In New York the clock skips from 02:00 to 03:00 that night.
  const night = [walkIn('02:30', '04:00')] as TimetableSession[];
  assert.equal(at('2026-03-08T01:59:59-05:00', night, 'America/New_York'), false);
  assert.equal(at('2026-03-08T03:30:00-04:00', night, 'America/New_York'), true);
  assert.equal(at('2026-03-08T04:00:00-04:00', night, 'America/New_York'), false);
});

/**
 * A random booked session with visit lengths by kind that the contract accepts; undefined if the
 * contract refuses it.
 */
const anyLengths = fc
  .record({
    to: fc.constantFrom('09:30', '10:10', '11:00', '12:00'),
    slotMinutes: fc.integer({ min: 5, max: 40 }),
    places: fc.integer({ min: 1, max: 3 }),
    bufferMinutes: fc.integer({ min: 0, max: 15 }),
    walkInPercent: fc.constantFrom(0, 0, 20, 50),
    lengths: fc.record(
      { new: fc.integer({ min: 5, max: 90 }), follow_up: fc.integer({ min: 5, max: 90 }) },
      { requiredKeys: [] },
    ),
  })
  .map((given) => timetableSession.safeParse({ ...givenSession(), ...given }).data)
  .filter((session) => session?.kind === 'booked');
const anyKind = fc.constantFrom('new', 'follow_up', null);

test('however visits are booked, their number never exceeds the places at any minute, pauses stay free, and each time shown as free can be booked [APPT-1]', () => {
  fc.assert(
    fc.property(
      anyLengths,
      fc.array(fc.tuple(anyKind, fc.nat()), { maxLength: 40 }),
      (session, wishes) => {
        const sessions = [session];
        const taken: { time: string; minutes: number }[] = [];
        for (const [kind, choice] of wishes) {
          const free = slotsOf(sessions, monday, kind).filter(
            (slot) => freeBeside(taken)(slot) > 0,
          );
          const chosen = free[choice % Math.max(1, free.length)];
          if (chosen === undefined) continue;
          taken.push(chosen);
          assert.ok(isWithinSessions(sessions, monday, chosen));
        }
        for (let minute = 540; minute < 720; minute += 1) {
          const there = taken.filter(({ time, minutes }) => {
            const from = minuteOf(time);
            return from <= minute && minute < from + minutes + session.bufferMinutes;
          });
          assert.ok(there.length <= session.places, `${there.length} at minute ${minute}`);
        }
      },
    ),
  );
});

test('with slots of ten minutes, a first visit of 20 minutes uses two slots and a follow-up uses one; without a kind of visit the normal slots are offered [APPT-1]', () => {
  const session = {
    ...givenSession(),
    to: '10:00',
    slotMinutes: 10,
    places: 1,
    lengths: { new: 20, follow_up: 10 },
  };
  const timesFor = (kind: 'new' | 'follow_up' | null, taken: { time: string; minutes: number }[]) =>
    slotsOf([session], monday, kind)
      .filter((slot) => freeBeside(taken)(slot) > 0)
      .map(({ time, minutes }) => `${time}+${minutes}`);
  assert.deepEqual(
    timesFor('new', []),
    ['09:00+20', '09:10+20', '09:20+20', '09:30+20', '09:40+20'],
    'one that began at 9:50 would end after the session',
  );
  assert.deepEqual(timesFor(null, []), timesFor('follow_up', []));
  assert.deepEqual(slotsOf([session], monday), slotsOf([{ ...session, lengths: {} }], monday));
  const one = [{ time: '09:20', minutes: 20 }];
  assert.deepEqual(timesFor('new', one), ['09:00+20', '09:40+20']);
  assert.deepEqual(timesFor('follow_up', one), ['09:00+10', '09:10+10', '09:40+10', '09:50+10']);
  const closed = { ...givenSession(), kind: 'closed', from: '09:35', to: '09:40' } as const;
  assert.deepEqual(
    slotsOf([session, closed], monday, 'new').map(({ time }) => time),
    ['09:00', '09:10', '09:40'],
    'no visit reaches into closed hours',
  );
  assert.deepEqual(
    [variesByKind([session], monday), variesByKind([session], '2026-03-14')],
    [true, false],
  );
  assert.equal(variesByKind([{ ...session, lengths: { follow_up: 10 } }], monday), false);
});

test('a visit longer than a slot is followed by its pause, and uses one place in each slot that the visit or the pause overlaps [APPT-1]', () => {
  const session = {
    ...givenSession(),
    to: '10:00',
    slotMinutes: 10,
    bufferMinutes: 5,
    places: 2,
    lengths: { new: 15 },
  };
  const first = slotsOf([session], monday, 'new')[0];
  assert.ok(first !== undefined);
  const left = (taken: { time: string; minutes: number }[]) =>
    slotsOf([session], monday).map(freeBeside(taken));
  assert.deepEqual(left([]), [2, 2, 2, 2], '9:00, 9:15, 9:30 and 9:45');
  assert.deepEqual(left([first]), [1, 1, 2, 2], 'a visit until 9:15 leaves no pause before 9:15');
  assert.deepEqual(left([first, { time: '09:15', minutes: 10 }]), [1, 0, 2, 2]);
  assert.equal(freeBeside([first, { time: '09:15', minutes: 10 }])(first), 0);
});

test('a visit longer than a slot is never booked across a time that the clock skips [APPT-1]', () => {
  const night = { ...aroundTheClock, lengths: { new: 60 } };
  const slots = onCalendar(
    slotsOf([night], '2026-03-08', 'new'),
    calendarOf('America/New_York')('2026-03-08'),
  );
  const offered = new Set(slots.map(({ time }) => time));
  assert.ok(offered.has('01:00') && offered.has('03:00'));
  assert.ok(!offered.has('01:30'), 'it would end at 2:30, which that day does not have');
});

test('walk-in hours show the limit of their session, and a session ends at its clock time on days with a clock change [APPT-1]', () => {
  const once = { weekdays: [], validFrom: null, validUntil: null };
  const sessions: TimetableSession[] = [
    { ...once, kind: 'open', date: '2026-03-08', from: '01:00', to: '04:00', places: 5 },
    { ...once, kind: 'open', date: '2026-03-08', from: '04:00', to: '23:59' },
  ];
  assert.deepEqual(openHoursOf(sessions, '2026-03-08'), [
    { from: '01:00', to: '04:00', places: 5 },
    { from: '04:00', to: '23:59' },
  ]);
  const at = (clock: string) => new Date(`2026-03-08T${clock}:00-04:00`);
  const found = limitedSessionAt(sessions, at('03:59'), 'America/New_York');
  assert.deepEqual(found?.until, at('04:00'), 'the hour from two to three is skipped');
  assert.deepEqual(found?.since, new Date('2026-03-08T00:00:00-05:00'));
  assert.equal(limitedSessionAt(sessions, at('04:00'), 'America/New_York'), undefined);
});
