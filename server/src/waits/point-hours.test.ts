/**
 * Tests waits in a line whose service points open and close by a plan, against simulated random
 * days.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundTheClock } from '@baari/contract/constants.ts';
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import { lognormalOf, normalOf, seededRandom } from '../replay/chance.rules.ts';
import { nothingLearnt } from '../testing/nothing-learnt.ts';
import { forecastOf, lineNow, type PointTimes } from './announced-wait.rules.ts';
import { defaultCalibration } from './calibration.rules.ts';
import { closesIn, opensIn } from './point-hours.rules.ts';

const minuteMs = 60_000;
const mean = 6;
const spread = 0.6;
/** The share of absent patients that the default calibration assumes. */
const absentShare = defaultCalibration.absentShare;
const now = new Date('2026-03-10T13:15:00Z');
const allDay: readonly Interval[] = [{ from: '09:00', to: '17:00' }];
const untilHalfPastOne: readonly Interval[] = [{ from: '10:30', to: '13:30' }];
const fromHalfPastOne: readonly Interval[] = [{ from: '13:30', to: '16:00' }];

function forecast(points: readonly PointTimes[], ahead: number) {
  const learnt = {
    ...nothingLearnt,
    pace_minutes: 400 * mean,
    pace_visits: 400,
    pace_squares: 400 * mean ** 2 * (1 + spread ** 2),
    pace_at: new Date(now.getTime() - minuteMs),
    session_minutes: 40 * mean,
    session_visits: 40,
    last_call_at: now,
    last_end_at: now,
  };
  const line = lineNow(
    {
      plan: { zone: 'UTC', week: null, hospitalHours: roundTheClock },
      status: 'Available',
      breakUntil: null,
      insideSince: null,
      waitingSince: new Date(now.getTime() - 20 * minuteMs),
      learnt,
      points,
    },
    now,
  );
  return forecastOf(line, { people: ahead, visits: ahead });
}

const serving = (hours: readonly Interval[]): PointTimes => {
  return { servesSince: now, pausedSince: null, hours };
};
const closed = (hours: readonly Interval[]): PointTimes => {
  return { servesSince: null, pausedSince: null, closedSince: null, hours };
};

/**
 * The time until all patients ahead have been called. The service points open and close at these
 * minutes.
 */
function waited(
  ahead: number,
  points: readonly { readonly opens: number; readonly closes: number }[],
  random: () => number,
): number {
  const length = () => lognormalOf(random, mean, spread);
  const around = (planned: number) =>
    Number.isFinite(planned) ? planned + 8 * normalOf(random) : planned;
  const free = points.map(({ opens }) => (opens === 0 ? length() : Math.max(0, around(opens))));
  const closes = points.map((point) => Math.max(0, around(point.closes)));
  for (let called = 0; ; called += 1) {
    const at = Math.min(
      ...free.map((from, index) => (from <= (closes[index] ?? 0) ? from : Infinity)),
    );
    if (called === ahead) return at;
    const next = free.findIndex((from, index) => from === at && from <= (closes[index] ?? 0));
    free[next] = at + (random() < absentShare ? 0 : length());
  }
}

function shareInTime(
  points: readonly PointTimes[],
  truth: Parameters<typeof waited>[1],
): { inTime: number; ratio: number } {
  const random = seededRandom(11);
  let [kept, expected, taken] = [0, 0, 0];
  const rounds = 1200;
  for (let round = 0; round < rounds; round += 1) {
    const ahead = Math.floor(random() * 25);
    const announced = forecast(points, ahead);
    assert.ok(announced !== undefined);
    const actual = waited(ahead, truth, random);
    if (actual <= announced.upper) kept += 1;
    expected += announced.expected;
    taken += actual;
  }
  return { inTime: kept / rounds, ratio: expected / taken };
}

test('when two of three counters will close as planned, patients are called within the forecast range, and the average forecast is right [LINE-2, LINE-5]', () => {
  const points = [serving(allDay), serving(untilHalfPastOne), serving(untilHalfPastOne)];
  const truth = [
    { opens: 0, closes: Infinity },
    { opens: 0, closes: 15 },
    { opens: 0, closes: 15 },
  ];
  const { inTime, ratio } = shareInTime(points, truth);
  assert.ok(inTime >= 0.85, `${inTime} called in time`);
  assert.ok(Math.abs(ratio - 1) < 0.1, `announced ${ratio} of the truth`);
  const unplanned = points.map((point) => ({ ...point, hours: [] }));
  assert.ok(shareInTime(unplanned, truth).inTime < 0.75, 'without the plan');
});

test('when two counters will open as planned, patients are called within the forecast range, and the average forecast is right [LINE-2, LINE-5]', () => {
  const points = [serving(allDay), closed(fromHalfPastOne), closed(fromHalfPastOne)];
  const { inTime, ratio } = shareInTime(points, [
    { opens: 0, closes: Infinity },
    { opens: 15, closes: Infinity },
    { opens: 15, closes: Infinity },
  ]);
  assert.ok(inTime >= 0.85, `${inTime} called in time`);
  assert.ok(Math.abs(ratio - 1) < 0.1, `announced ${ratio} of the truth`);
});

test('if no counter of a line is open yet, patients see a wait from the counter’s planned opening on, and no wait without a plan [LINE-2, LINE-5]', () => {
  const planned = forecast([closed(fromHalfPastOne)], 0);
  assert.ok(planned !== undefined && planned.lower >= 15 && planned.upper < 60);
  assert.equal(forecast([closed([])], 0), undefined);
});

test('in a line with planned hours, a later patient never reads a shorter wait than an earlier one [LINE-2, INV-11]', () => {
  const points = [serving(allDay), serving(untilHalfPastOne), closed(fromHalfPastOne)];
  let before = { lower: 0, median: 0, upper: 0 };
  for (let ahead = 0; ahead < 90; ahead += 1) {
    const one = forecast(points, ahead);
    assert.ok(one !== undefined);
    for (const end of ['lower', 'median', 'upper'] as const) {
      assert.ok(one[end] >= before[end] - 1e-9, `${end} of ${ahead} ahead`);
    }
    before = one;
  }
});

test('a counter that closed within its planned hours is not expected to reopen that day, and a late counter is expected for 45 minutes [LINE-2]', () => {
  const at = now.getTime();
  const span = (from: number, to: number) => ({
    from: at + from * minuteMs,
    to: at + to * minuteMs,
  });
  const since = (minutes: number) => at - minutes * minuteMs;
  assert.equal(opensIn([span(30, 90)], null, at), 30);
  assert.equal(opensIn([span(-20, 90)], since(60), at), -20, 'late');
  assert.equal(opensIn([span(-50, 90)], null, at), Infinity, 'not expected any more');
  assert.equal(opensIn([span(-20, 90)], since(5), at), Infinity, 'closed within its hours');
  assert.equal(opensIn([span(-20, 90), span(200, 300)], since(5), at), 200);
  assert.equal(closesIn([], at), Infinity);
  assert.equal(closesIn([span(-60, 45)], at), 45);
  assert.equal(closesIn([span(-60, -5)], at), -5, 'open beyond its hours');
  assert.equal(closesIn([span(10, 45)], at), 45, 'opened early');
});
