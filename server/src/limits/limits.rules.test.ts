import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultOperatingHours, roundTheClock } from '@baari/contract/constants.ts';
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

test('a line without limits takes requests at any time [QST-1]', () => {
  assert.equal(requestStateOf(facts(), noon), 'open');
});

test('a line is full for the day at its limit, and not one request before [QST-1]', () => {
  const limited = { requestsADay: 40 };
  assert.equal(requestStateOf(facts({ ...limited, requestsToday: 39 }), noon), 'open');
  assert.equal(requestStateOf(facts({ ...limited, requestsToday: 40 }), noon), 'full_today');
  // The limit was lowered below what had been accepted.
  assert.equal(requestStateOf(facts({ ...limited, requestsToday: 52 }), noon), 'full_today');
  const atOnce = { waitingAtOnce: 10 };
  assert.equal(requestStateOf(facts({ ...atOnce, waiting: 9 }), noon), 'open');
  assert.equal(requestStateOf(facts({ ...atOnce, waiting: 10 }), noon), 'full_now');
});

test('requests end at the time on the hospital’s clock, in its own zone, until midnight [QST-1]', () => {
  const ending = { lastRequestAt: '16:00' };
  const at = (instant: string, timeZone = 'Asia/Kolkata') =>
    requestStateOf(facts({ ...ending, timeZone }), new Date(instant));
  assert.equal(at('2026-03-10T15:59:59.999+05:30'), 'open');
  assert.equal(at('2026-03-10T16:00:00+05:30'), 'requests_over');
  assert.equal(at('2026-03-10T23:59:59+05:30'), 'requests_over');
  assert.equal(at('2026-03-11T00:00:00+05:30'), 'open');
  // The same moment is another time of day in New York.
  assert.equal(at('2026-03-10T16:00:00+05:30', 'America/New_York'), 'open');
  assert.equal(at('2026-03-10T16:00:00-04:00', 'America/New_York'), 'requests_over');
});

test('when clocks go back the line does not take requests again, and a time that is skipped ends them at the change [QST-1]', () => {
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

test('staff go beyond a limit only with a reason, and the record has the patient’s number [QST-1, ADM-5]', () => {
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

test('a line that is full for today tells when the hospital opens next, and one that is full now does not [PAT-6]', () => {
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
