import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { steadyLine } from '../../testing/test-lines.ts';
import { dueOfBooking, placeOfBooking } from './booked-place.rules.ts';
import type { Line, LineMember } from './line.rules.ts';

const now = new Date('2026-01-05T05:30:00Z');
const minuteMs = 60_000;
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * minuteMs);

function member(id: string, given: Partial<LineMember> = {}): LineMember {
  const usual = {
    lineNumber: 1,
    urgency: 'medium',
    joinedAt: now,
    dueAt: null,
    key: 1,
    since: now,
    overtaken: 0,
    countsAs: 1,
  } as const;
  return { id, ...usual, hold: null, ...given };
}

/** A line with one call every ten minutes. The first call is due now. */
function lineOf(...members: LineMember[]): Line {
  return { members, at: steadyLine(10, now) };
}

function many(count: number): LineMember[] {
  return Array.from({ length: count }, (_, index) => member(String(index)));
}

const back = { backAt: now };
const away = { backAt: null };

test('a patient with an appointment is due at the booked time plus ten minutes of grace, and a late patient is due later [APPT-1]', () => {
  assert.deepEqual(dueOfBooking(inMinutes(40), now), inMinutes(40));
  assert.deepEqual(dueOfBooking(inMinutes(-10), now), inMinutes(-10));
  assert.deepEqual(dueOfBooking(inMinutes(-25), now), inMinutes(25));
});

test('a punctual patient with an appointment goes next however long the line is, and never behind patients who will be called later anyway [APPT-1, INV-12]', () => {
  assert.equal(placeOfBooking(lineOf(...many(60)), now, now), 1);
  assert.equal(placeOfBooking(lineOf(...many(60)), inMinutes(-5), now), 1);
  // The three patients called at 0, 10 and 20 minutes are called before the booked time.
  assert.equal(placeOfBooking(lineOf(...many(60)), inMinutes(25), now), 4);
  assert.equal(placeOfBooking(lineOf(...many(2)), inMinutes(60), now), 3);
  assert.equal(placeOfBooking(lineOf(), now, now), 1);
});

test('a patient with an appointment goes before later booked times, but not before earlier ones, urgent patients or patients back after a missed call [APPT-1, INV-12]', () => {
  const urgent = member('u', { urgency: 'high' });
  const returned = member('r', { hold: back });
  const sooner = member('s', { dueAt: inMinutes(-20) });
  const later = member('l', { dueAt: inMinutes(30) });
  assert.equal(placeOfBooking(lineOf(returned, urgent, sooner, ...many(3)), now, now), 4);
  assert.equal(placeOfBooking(lineOf(later, ...many(3)), now, now), 1);
  assert.equal(placeOfBooking(lineOf(sooner, later), now, now), 2);
  // A patient on hold is not called and does not delay the others.
  const held = member('h', { hold: away });
  assert.equal(placeOfBooking(lineOf(member('a'), held, member('b')), inMinutes(5), now), 3);
});

test('in a line without a forecast a default service time is used to place bookings, and a patient who is due still goes next [APPT-1]', () => {
  const at = { ...steadyLine(10, now), lineForecast: undefined };
  assert.equal(placeOfBooking({ members: many(30), at }, now, now), 1);
  assert.equal(placeOfBooking({ members: many(30), at }, inMinutes(30), now), 4);
});

test('within one line, a patient with an earlier booked time never comes after one with a later booked time [APPT-1]', () => {
  fc.assert(
    fc.property(
      fc.nat(40),
      fc.integer({ min: -120, max: 240 }),
      fc.integer({ min: 0, max: 240 }),
      (count, first, more) => {
        const line = many(count);
        const [sooner, later] = [inMinutes(first), inMinutes(first + more)];
        assert.ok(
          placeOfBooking(lineOf(...line), sooner, now) <=
            placeOfBooking(lineOf(...line), later, now),
        );
        // The booked patient goes ahead of the patient with a later booked time who arrived first,
        // but of nobody else.
        const place = placeOfBooking(lineOf(...line), later, now);
        const withLater = line.toSpliced(place - 1, 0, member('l', { dueAt: later }));
        const own = placeOfBooking(lineOf(...withLater), sooner, now);
        if (more > 0) assert.ok(own <= place, `${own} behind ${place}`);
      },
    ),
  );
});
