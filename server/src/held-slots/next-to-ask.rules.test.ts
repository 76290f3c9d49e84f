import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weekdays } from '@baari/contract/constants.ts';
import { dayParts, maxChainDepth } from '@baari/contract/visit/earlier.ts';
import fc from 'fast-check';
import {
  answerMinutes,
  byTurn,
  type Candidate,
  dayPartOf,
  fits,
  type FreedPlace,
  isHeld,
  nextStep,
  nextToAsk,
} from './next-to-ask.rules.ts';

const zone = 'Asia/Kolkata';
/** Wednesday, 12:00 in India. */
const now = new Date('2026-03-11T06:30:00Z');
const minute = 60_000;
const hour = 60 * minute;

function inHours(hours: number): Date {
  return new Date(now.getTime() + hours * hour);
}

function placeAt(startsAt: Date, minutes = 30): FreedPlace {
  const local = new Date(startsAt.getTime() + 5.5 * hour).toISOString();
  return { date: local.slice(0, 10), time: local.slice(11, 16), minutes, startsAt };
}

function wished(given: Partial<Candidate> = {}): Candidate {
  return {
    wishId: 'w1',
    patientId: 'p1',
    urgency: 0,
    madeAt: new Date('2026-03-01T00:00:00Z'),
    weekdays: [],
    dayParts: [],
    leastNoticeMinutes: 0,
    until: null,
    own: { startsAt: inHours(240), minutes: 30 },
    hasOpenOffer: false,
    wasAsked: false,
    isBooked: false,
    ...given,
  };
}

test('the time for answering an offer of an earlier time becomes shorter near the visit, and no offer is made in the last two hours [APPT-1]', () => {
  const minutesAt = (hours: number) => answerMinutes(inHours(hours), now);
  assert.deepEqual([72, 48.1, 48, 12.1, 12, 2, 1.99, -1].map(minutesAt), [
    60,
    60,
    20,
    20,
    7,
    7,
    null,
    null,
  ]);
});

test('no offer of an earlier time is sent between nine in the evening and eight in the morning, by the hospital’s clock [APPT-1]', () => {
  const late = new Date('2026-03-11T15:30:00Z');
  const next = nextStep(new Date('2026-03-13T05:00:00Z'), zone, late);
  assert.deepEqual(next, { step: 'wait', until: new Date('2026-03-12T02:30:00Z') });
  // A freed time at 09:59 is released, because after eight o'clock less than two hours remain. A
  // freed time at ten is held until the morning.
  const step = (startsAt: string) => nextStep(new Date(startsAt), zone, late).step;
  assert.equal(step('2026-03-12T04:29:00Z'), 'release');
  assert.equal(step('2026-03-12T04:30:00Z'), 'wait');
  const early = new Date('2026-03-12T02:29:00Z');
  assert.equal(nextStep(new Date('2026-03-13T05:00:00Z'), zone, early).step, 'wait');
  const eight = new Date('2026-03-12T02:30:00Z');
  assert.equal(nextStep(new Date('2026-03-13T05:00:00Z'), zone, eight).step, 'ask');
});

test('in a request for an earlier time, morning begins at midnight, afternoon at noon and evening at five [APPT-1]', () => {
  const partsOf = ['00:00', '11:59', '12:00', '16:59', '17:00', '23:59'].map(dayPartOf);
  assert.deepEqual(partsOf, ['morning', 'morning', 'afternoon', 'afternoon', 'evening', 'evening']);
});

test('a patient is offered only an appointment time that is earlier, long enough and meets all conditions of the patient’s request [APPT-1]', () => {
  // Friday, 10:00 in India.
  const place = placeAt(new Date('2026-03-13T04:30:00Z'));
  const fitting = (given: Partial<Candidate>) => fits(wished(given), place, now);
  assert.ok(fitting({}));
  assert.ok(fitting({ weekdays: ['friday'], dayParts: ['morning'], until: '2026-03-13' }));
  assert.ok(fitting({ own: null }));
  assert.ok(!fitting({ weekdays: ['monday'] }));
  assert.ok(!fitting({ dayParts: ['evening'] }));
  assert.ok(!fitting({ until: '2026-03-12' }));
  assert.ok(!fitting({ leastNoticeMinutes: 2880 }), '46 hours are less than two days');
  assert.ok(!fitting({ own: { startsAt: place.startsAt, minutes: 30 } }), 'not earlier');
  assert.ok(!fitting({ own: { startsAt: inHours(240), minutes: 40 } }), 'too short');
  assert.ok(!fitting({ isBooked: true }));
});

const someWish = fc.record({
  wishId: fc.uuid(),
  patientId: fc.uuid(),
  urgency: fc.integer({ min: 0, max: 2 }),
  madeAt: fc
    .integer({ min: 0, max: 5 })
    .map((days) => new Date(1_700_000_000_000 + days * 24 * hour)),
  weekdays: fc.subarray([...weekdays], { maxLength: 3 }),
  dayParts: fc.subarray([...dayParts], { maxLength: 2 }),
  leastNoticeMinutes: fc.integer({ min: 0, max: 2880 }),
  until: fc.constantFrom(null, '2026-03-12', '2026-03-20'),
  own: fc.option(
    fc.record({
      startsAt: fc.integer({ min: -5, max: 400 }).map(inHours),
      minutes: fc.constantFrom(10, 30, 40),
    }),
  ),
  hasOpenOffer: fc.boolean(),
  wasAsked: fc.boolean(),
  isBooked: fc.boolean(),
});
const somePlace = fc.integer({ min: 0, max: 4000 }).map((ten) => placeAt(inHours(ten / 10)));

test('an earlier time is offered to the most urgent patient, then the longest-waiting, if the time fits and no other offer is open [APPT-1]', () => {
  fc.assert(
    fc.property(fc.array(someWish, { maxLength: 12 }), somePlace, (wishes, place) => {
      const free = wishes.filter(
        (each) => !each.hasOpenOffer && !each.wasAsked && fits(each, place, now),
      );
      const asked = nextToAsk(wishes, place, now);
      if (asked === undefined) {
        assert.deepEqual(free, []);
        return;
      }
      const { candidate, reason } = asked;
      assert.ok(free.some(({ wishId }) => wishId === candidate.wishId));
      for (const other of free) {
        assert.ok(other.urgency <= candidate.urgency);
        if (other.urgency === candidate.urgency) assert.ok(other.madeAt >= candidate.madeAt);
      }
      assert.equal(reason, candidate.urgency > 0 ? 'urgent_first' : 'longest_wish');
    }),
  );
});

test('the order in which patients are offered a time does not depend on the order in which their requests are read [APPT-1]', () => {
  fc.assert(
    fc.property(fc.uniqueArray(someWish, { selector: ({ wishId }) => wishId }), (wishes) => {
      const order = wishes.toSorted(byTurn).map(({ wishId }) => wishId);
      const reversed = wishes.toReversed().toSorted(byTurn);
      assert.deepEqual(
        reversed.map(({ wishId }) => wishId),
        order,
      );
    }),
  );
});

test('a freed time is reserved only if it can be offered to a patient, and not at all after five accepted offers in a row [APPT-1]', () => {
  const place = { ...placeAt(inHours(46)), zone };
  assert.ok(isHeld([wished()], { ...place, depth: maxChainDepth }, now));
  assert.ok(!isHeld([wished()], { ...place, depth: maxChainDepth + 1 }, now));
  assert.ok(!isHeld([], { ...place, depth: 0 }, now));
  assert.ok(!isHeld([wished({ isBooked: true })], { ...place, depth: 0 }, now));
  const near = { ...placeAt(inHours(1)), zone, depth: 0 };
  assert.ok(!isHeld([wished()], near, now), 'the desk sees who is on site');
});
