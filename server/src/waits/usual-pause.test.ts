/** Tests pauses that a doctor takes on most days although no break is planned [QST-12, INV-16]. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkDay } from '../schedule/work-day.rules.ts';
import { nothingLearnt } from '../testing/nothing-learnt.ts';
import { type LineRows, forecastOf, lineNow } from './announced-wait.rules.ts';
import { alike } from './forecast.rules.ts';
import { withCall, withUsualPause } from './usual-pause.rules.ts';

const minuteMs = 60_000;
const midnight = Date.UTC(2026, 2, 12);
const hours = { open: '09:00', close: '17:00', closed: false };
const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const plan = {
  zone: 'UTC',
  week: null,
  hospitalHours: Object.fromEntries(week.map((day) => [day, hours])),
} as LineRows['plan'];

function instant(time: string): number {
  return midnight + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * minuteMs;
}

function at(time: string): Date {
  return new Date(instant(time));
}

const day: WorkDay = {
  day: { from: midnight, to: midnight + 1440 * minuteMs },
  hours: { from: instant('09:00'), to: instant('17:00') },
  pauses: [],
};
const break1230 = { from: instant('12:30'), to: instant('13:15'), kind: 'break' } as const;
const atOne = [780, 45];
const none = [0, 0];

/** The stored pauses of these days and of today. Today has begun without a pause. */
function daysOf(...days: readonly (readonly number[])[]): number[] {
  return [...days, none].flat();
}

function lineAt(now: string, taken: readonly number[], lastCall: string, lastEnd: string | null) {
  return lineNow(
    {
      plan,
      status: 'Available',
      breakUntil: null,
      insideSince: lastEnd === null ? at(lastCall) : null,
      waitingSince: at('12:00'),
      learnt: {
        ...nothingLearnt,
        pace_minutes: 1200,
        pace_visits: 100,
        pace_squares: 1200 * 12 * 1.4,
        pace_at: at('08:00'),
        last_call_at: at(lastCall),
        last_end_at: lastEnd === null ? at(lastCall) : at(lastEnd),
        pauses_taken: taken,
      },
    },
    at(now),
  );
}

test('if a doctor paused around one o’clock on five days without a planned break, forecasts of the wait expect a pause at this time [QST-12]', () => {
  const four = lineAt('12:40', daysOf(atOne, atOne, atOne, atOne), '12:35', null);
  const five = lineAt('12:40', daysOf(atOne, atOne, atOne, atOne, atOne), '12:35', null);
  const before = forecastOf(four, alike(4));
  const after = forecastOf(five, alike(4));
  assert.ok(before !== undefined && after !== undefined);
  assert.ok(after.expected - before.expected > 25 && after.expected - before.expected < 45);
  assert.ok(after.upper - before.upper >= 44, `${before.upper} and ${after.upper}`);
  assert.ok(
    after.lower - before.lower < 1,
    'five days prove no pause: the call may come before it',
  );
  assert.equal(after.parts.length, 1, 'no break that the plan does not have is named');
});

test('while a doctor is out at the usual time of a pause, waits include the rest of the pause, but patients read no time of return [QST-12, INV-16]', () => {
  const taken = daysOf(...Array.from({ length: 18 }, () => atOne));
  const line = lineAt('13:10', taken, '12:45', '12:58');
  const first = forecastOf(line, alike(0));
  assert.equal(line.announced.state, 'running');
  assert.equal(first?.noSooner, 0);
  assert.ok((first?.expected ?? 0) > 30, `${first?.expected}`);
  const usual = forecastOf(lineAt('13:10', [], '12:45', '12:58'), alike(0));
  assert.ok((usual?.expected ?? 99) < 20);
});

test('no unplanned pause of a doctor is forecast after only a few days, at irregular times, near a planned break or after today’s pause [QST-12]', () => {
  const often = Array.from({ length: 10 }, () => atOne);
  const expected = (taken: readonly number[], lastCall: Date | null, of = day) =>
    withUsualPause(of, taken, lastCall).pauses.find(({ share }) => share !== undefined);
  const usual = expected(daysOf(...often), at('12:00'));
  assert.deepEqual(usual, {
    from: instant('13:00'),
    to: instant('13:45'),
    kind: 'break',
    share: 10 / 12,
  });
  assert.deepEqual(expected(often.flat(), at('07:30')), usual, 'a night call begins no day');
  assert.equal(expected(daysOf(atOne, atOne, atOne, atOne), at('12:00')), undefined);
  assert.equal(expected(daysOf(...often, none, none, none, none), at('12:00')), undefined);
  const apart = [600, 660, 720, 780, 840, 900].map((from) => [from, 30]);
  assert.equal(expected(daysOf(...apart), at('09:30')), undefined);
  assert.equal(expected(daysOf(...often), at('12:00'), { ...day, pauses: [break1230] }), undefined);
  assert.equal(expected([...often, [750, 40]].flat(), at('12:00')), undefined);
  assert.equal(expected(daysOf(...often), at('13:05')), undefined);
});

test('a time counts as the doctor’s pause if no patient was called for twenty minutes while patients waited, unless a break was planned [QST-12]', () => {
  const call = (time: string, waitingSince = '12:00') => ({
    at: instant(time),
    waitingSince: instant(waitingSince),
    lastCallAt: instant('12:40'),
    lastEndAt: instant('13:00'),
  });
  assert.deepEqual(withCall([0, 0], call('13:40'), day), [770, 40]);
  assert.deepEqual(withCall([600, 30], call('13:40'), day), [770, 40], 'the longest of a day');
  assert.equal(withCall([600, 45], call('13:40'), day), undefined);
  assert.equal(withCall([0, 0], call('13:15'), day), undefined, 'a short gap');
  assert.equal(withCall([0, 0], call('13:40', '13:30'), day), undefined, 'nobody waited');
  assert.equal(withCall([0, 0], call('13:40'), { ...day, pauses: [break1230] }), undefined);
  const first = { ...call('09:10'), lastCallAt: midnight - 600 * minuteMs };
  assert.deepEqual(withCall(atOne, first, day), [780, 45, 0, 0], 'a new day');
});
