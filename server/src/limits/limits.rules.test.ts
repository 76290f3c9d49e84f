import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultOperatingHours, roundTheClock } from '@baari/contract/constants.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import {
  type LimitFacts,
  mayAsk,
  mayGoBeyond,
  requestStateOf,
  requestsTakenOf,
} from './limits.rules.ts';

function facts(given: Partial<LimitFacts> = {}): LimitFacts {
  return {
    requestsADay: null,
    lastRequestAt: null,
    waitingAtOnce: null,
    requestsToday: null,
    waiting: null,
    timeZone: 'Asia/Kolkata',
    ...given,
  };
}

const noon = new Date('2026-03-10T12:00:00+05:30');

test('a line without limits accepts patients’ requests at any time [QST-1]', () => {
  assert.equal(requestStateOf(facts(), noon), 'open');
});

test('a line becomes full for the day exactly at its limit, and not one request earlier [QST-1]', () => {
  const limited = { requestsADay: 40 };
  assert.equal(requestStateOf(facts({ ...limited, requestsToday: 39 }), noon), 'open');
  assert.equal(requestStateOf(facts({ ...limited, requestsToday: 40 }), noon), 'full_today');
  // The limit was lowered below the number of accepted requests.
  assert.equal(requestStateOf(facts({ ...limited, requestsToday: 52 }), noon), 'full_today');
  const atOnce = { waitingAtOnce: 10 };
  assert.equal(requestStateOf(facts({ ...atOnce, waiting: 9 }), noon), 'open');
  assert.equal(requestStateOf(facts({ ...atOnce, waiting: 10 }), noon), 'full_now');
});

test('a line stops accepting requests at the set time of the hospital’s own time zone, until midnight [QST-1]', () => {
  const ending = { lastRequestAt: '16:00' };
  const at = (instant: string, timeZone = 'Asia/Kolkata') =>
    requestStateOf(facts({ ...ending, timeZone }), new Date(instant));
  assert.equal(at('2026-03-10T15:59:59.999+05:30'), 'open');
  assert.equal(at('2026-03-10T16:00:00+05:30'), 'requests_over');
  assert.equal(at('2026-03-10T23:59:59+05:30'), 'requests_over');
  assert.equal(at('2026-03-11T00:00:00+05:30'), 'open');
  // In New York the same moment is another time of day.
  assert.equal(at('2026-03-10T16:00:00+05:30', 'America/New_York'), 'open');
  assert.equal(at('2026-03-10T16:00:00-04:00', 'America/New_York'), 'requests_over');
});

test('a line does not accept requests again when clocks go back, and a skipped closing time takes effect at the clock change [QST-1]', () => {
  const zone = { timeZone: 'America/New_York' };
  // On 1 November 2026 the clock shows 01:30 twice.
  const twice = facts({ ...zone, lastRequestAt: '01:30' });
  assert.equal(requestStateOf(twice, new Date('2026-11-01T01:29:00-04:00')), 'open');
  assert.equal(requestStateOf(twice, new Date('2026-11-01T01:30:00-04:00')), 'requests_over');
  assert.equal(requestStateOf(twice, new Date('2026-11-01T01:05:00-05:00')), 'requests_over');
  // On 8 March 2026 the clock goes from 02:00 to 03:00.
  const skipped = facts({ ...zone, lastRequestAt: '02:30' });
  assert.equal(requestStateOf(skipped, new Date('2026-03-08T01:59:59-05:00')), 'open');
  assert.equal(requestStateOf(skipped, new Date('2026-03-08T03:00:00-04:00')), 'requests_over');
});

test('staff may exceed a line’s limit only with a reason, and the record says by how much the limit was exceeded [QST-1, ADM-5]', () => {
  const full = facts({ requestsADay: 40, requestsToday: 40 });
  assert.deepEqual(mayAsk(full, noon), { ok: false, code: 'line_full_today' });
  assert.deepEqual(mayGoBeyond(full, undefined, noon), { ok: false, code: 'line_full_today' });
  assert.deepEqual(mayGoBeyond(full, 'urgent', noon), {
    ok: true,
    value: { beyond: { reason: 'urgent', limit: 'full_today', number: 41, most: 40 } },
  });
  const crowded = facts({ waitingAtOnce: 3, waiting: 5 });
  assert.deepEqual(mayGoBeyond(crowded, 'came_far', noon), {
    ok: true,
    value: { beyond: { reason: 'came_far', limit: 'full_now', number: 6, most: 3 } },
  });
  const over = facts({ lastRequestAt: '11:00' });
  assert.deepEqual(mayGoBeyond(over, 'other', noon), {
    ok: true,
    value: { beyond: { reason: 'other', limit: 'requests_over', number: null, most: null } },
  });
  assert.deepEqual(mayGoBeyond(facts(), 'urgent', noon), { ok: true, value: undefined });
});

test('a line that is full for today shows when the hospital opens next, and a line that is full only now shows no time [PAT-6]', () => {
  const full = facts({ requestsADay: 1, requestsToday: 1 });
  assert.deepEqual(requestsTakenOf(full, roundTheClock, noon), {
    state: 'full_today',
    again: '2026-03-10T18:30:00.000Z',
  });
  const { again } = requestsTakenOf(full, defaultOperatingHours, noon);
  const opens = defaultOperatingHours.wednesday.open;
  assert.equal(again, new Date(`2026-03-11T${opens}:00+05:30`).toISOString());
  const crowded = facts({ waitingAtOnce: 1, waiting: 1 });
  assert.deepEqual(requestsTakenOf(crowded, roundTheClock, noon), {
    state: 'full_now',
    again: null,
  });
  assert.deepEqual(requestsTakenOf(facts(), roundTheClock, noon), { state: 'open', again: null });
});

const once = { weekdays: [], date: '2026-03-10', validFrom: null, validUntil: null };
const unlimited: TimetableSession = { ...once, kind: 'open', from: '09:00', to: '13:00' };
const morning: TimetableSession = { ...unlimited, places: 2 };
const afternoon: TimetableSession = { ...morning, from: '15:00', to: '18:00', places: 1 };
const booked: TimetableSession = {
  ...once,
  kind: 'booked',
  from: '09:00',
  to: '13:00',
  slotMinutes: 10,
  places: 1,
  bufferMinutes: 0,
  walkInPercent: 0,
};

function at(clock: string): Date {
  return new Date(`2026-03-10T${clock}:00+05:30`);
}

function made(clock: string, isByDesk = false) {
  return { at: at(clock).getTime(), isByDesk };
}

test('a walk-in session’s places are used by patients who ask between the end of the previous session and this session’s own end [QST-1, APPT-1]', () => {
  const asked = ['08:00', '12:59', '13:00'].map((clock) => made(clock));
  const given = facts({ sessions: [afternoon, morning], requestsAt: asked });
  assert.equal(requestStateOf({ ...given, requestsAt: asked.slice(0, 1) }, at('09:30')), 'open');
  assert.equal(
    requestStateOf({ ...given, requestsAt: asked.slice(0, 2) }, at('12:59')),
    'full_now',
  );
  assert.equal(requestStateOf({ ...given, requestsAt: asked.slice(0, 2) }, at('13:00')), 'open');
  assert.equal(requestStateOf(given, at('13:01')), 'full_today', 'no further session follows');
  assert.equal(requestStateOf(given, at('18:00')), 'open', 'no session limits anybody any more');
  const off = { ...given, sessions: null, requestsAt: null };
  assert.equal(requestStateOf(off, at('12:00')), 'open', 'the doctor is off');
  assert.equal(requestStateOf({ ...given, sessions: [unlimited] }, at('12:00')), 'open');
});

test('patients without an appointment who ask during a booked session do not count for the walk-in session after it [QST-1, APPT-1]', () => {
  const asked = [made('10:00'), made('11:00')];
  const given = facts({ sessions: [booked, afternoon], requestsAt: asked });
  assert.equal(requestStateOf(given, at('12:00')), 'open');
  assert.equal(requestStateOf(given, at('14:00')), 'open');
  const more = { ...given, requestsAt: [...asked, made('13:30')] };
  assert.equal(requestStateOf(more, at('14:00')), 'full_today');
});

test('a full walk-in session shows when the next one accepts patients, and staff may exceed the limit with a reason, which is recorded with the count of patients [QST-1, PAT-6]', () => {
  const asked = [made('08:00'), made('09:00')];
  const full = facts({ sessions: [morning, afternoon], requestsAt: asked });
  const week = roundTheClock;
  assert.deepEqual(requestsTakenOf(full, week, at('12:00')), {
    state: 'full_now',
    again: at('13:00').toISOString(),
  });
  const last = facts({ sessions: [morning], requestsAt: asked });
  assert.deepEqual(requestsTakenOf(last, week, at('12:00')), {
    state: 'full_today',
    again: new Date('2026-03-11T00:00:00+05:30').toISOString(),
  });
  assert.deepEqual(mayAsk(last, at('12:00')), { ok: false, code: 'line_full_today' });
  assert.deepEqual(mayGoBeyond(last, 'urgent', at('12:00')), {
    ok: true,
    value: { beyond: { reason: 'urgent', limit: 'full_today', number: 3, most: 2 } },
  });
  const closed: TimetableSession = { ...once, kind: 'closed', from: '12:00', to: '23:59' };
  const cut = facts({ sessions: [morning, afternoon, closed], requestsAt: asked });
  assert.equal(requestStateOf(cut, at('11:59')), 'full_today', 'the afternoon is closed');
  assert.equal(requestStateOf(cut, at('12:00')), 'open');
});

test('patients may use all places of a walk-in session that are not reserved for the desk, and each reserved place counts once [QST-1, APPT-1]', () => {
  const session: TimetableSession = { ...unlimited, places: 4, reservedPlaces: 2 };
  const states = (byPatients: number, byDesk: number) => {
    const requestsAt = [
      ...Array.from({ length: byPatients }, () => made('09:00')),
      ...Array.from({ length: byDesk }, () => made('09:00', true)),
    ];
    const given = facts({ sessions: [session], requestsAt });
    return [requestStateOf(given, at('10:00')), requestStateOf(given, at('10:00'), 'staff')];
  };
  assert.deepEqual(states(1, 0), ['open', 'open']);
  assert.deepEqual(states(2, 0), ['full_today', 'open']);
  assert.deepEqual(states(1, 2), ['open', 'open'], 'the two of the desk took the kept places');
  assert.deepEqual(states(1, 1), ['open', 'open']);
  assert.deepEqual(states(2, 1), ['full_today', 'open']);
  assert.deepEqual(states(1, 3), ['full_today', 'full_today']);
  assert.deepEqual(states(2, 2), ['full_today', 'full_today']);
});
