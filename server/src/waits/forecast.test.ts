import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leavesIn } from '@baari/contract/queue/leaving.ts';
import fc from 'fast-check';
import { type Ahead, forecastWait } from './forecast.rules.ts';
import { beginsIn } from './late-start.rules.ts';
import { supposedStarts } from './constants.rules.ts';
import type { Going } from './line-state.rules.ts';
import { type Learnt, type LineForecast, lineForecastOf } from './line-forecast.rules.ts';
import { noServiceTime } from './service-time.rules.ts';
import { leavesInFor } from './announced-wait.rules.ts';
import {
  bucketStarts,
  defaultCalibration,
  calibrateRanges,
  inOrder,
  quantile,
  shifted,
  shiftOf,
  type Score,
  stateGroups,
  type Calibration,
} from './calibration.rules.ts';

const nine = Date.UTC(2026, 2, 10, 9);
const minuteMs = 60_000;

function after(minutes: number): number {
  return nine + minutes * minuteMs;
}

const learnt: Learnt = {
  serviceTime: noServiceTime,
  lateStarts: { own: [], usual: supposedStarts },
  calibration: defaultCalibration,
};
const lunch = { from: after(210), to: after(255) };

function lineForecastAt(minutes: number, state: Going, known: Partial<Learnt> = {}): LineForecast {
  const line = { state, waitingSince: new Date(nine), timeOfDay: 540 + minutes };
  return lineForecastOf(line, { ...learnt, ...known }, new Date(after(minutes)));
}

/** The forecast of a patient's wait with this many people ahead. */
function forecastAt(minutes: number, state: Going, ahead: number, known: Partial<Learnt> = {}) {
  const { calibration = defaultCalibration } = known;
  return forecastWait(lineForecastAt(minutes, state, known), people(ahead), calibration);
}

function people(count: number): Ahead {
  return { people: count, visits: count };
}

const anyQuantiles = fc
  .tuple(
    fc.double({ min: -2.5, max: 0, noNaN: true }),
    fc.double({ min: 0, max: 1.5, noNaN: true }),
    fc.double({ min: 0, max: 2.5, noNaN: true }),
  )
  .map(([q10, more, most]) => ({ q10, q50: q10 + more, q90: q10 + more + most }));
const anyBuckets = fc.array(anyQuantiles, {
  minLength: bucketStarts.length,
  maxLength: bucketStarts.length,
});
const anyCalibration: fc.Arbitrary<Calibration> = fc.record({
  byState: fc.record({
    not_begun: anyBuckets,
    running: anyBuckets,
    near_break: anyBuckets,
    overdue: anyBuckets,
    break: anyBuckets,
  }),
  absentShare: fc.double({ min: 0, max: 0.5, noNaN: true }),
  fronts: fc.array(fc.double({ min: 0, max: 0.1, noNaN: true }), { minLength: 24, maxLength: 24 }),
  spread: fc.double({ min: 0.3, max: 1, noNaN: true }),
  usualStarts: fc.constant(supposedStarts),
});

/**
 * Generates random lines: a time in the morning, two later breaks, and any state with a forecast.
 */
const anyLineForecast = fc
  .tuple(
    fc.constantFrom<Going['kind'][]>(
      'not_open',
      'due',
      'running',
      'break_ahead',
      'break_overdue',
      'on_break',
    ),
    fc.integer({ min: 1, max: 200 }),
    fc.integer({ min: 0, max: 90 }),
    fc.integer({ min: 1, max: 120 }),
    anyCalibration,
  )
  .map(([kind, minutes, ago, gap, calibration]) => {
    const now = after(minutes);
    // Some pauses are not certain: `share` is their probability.
    const likely = gap % 3 === 0 ? { share: 0.7 + gap / 400 } : {};
    const first = { from: now + gap * minuteMs, to: now + (gap + 45) * minuteMs, ...likely };
    const second = { from: first.to + gap * minuteMs, to: first.to + (gap + 15) * minuteMs };
    const pauses = [first, second];
    const since = now - ago * minuteMs;
    const state = ((): Going => {
      switch (kind) {
        case 'not_open':
          return { kind, opensAt: now + ago * minuteMs, pauses };
        case 'due':
          return { kind, after: 'opening', since, pauses };
        case 'on_break':
          return { kind, backAt: now + 5 * minuteMs, pauses: [second] };
        case 'break_overdue':
          return { kind, insideSince: since, pauses: [{ from: now, to: first.to }, second] };
        default:
          return ago % 2 === 0
            ? { kind, insideSince: since, quietSince: null, pauses }
            : { kind, insideSince: null, quietSince: since, pauses };
      }
    })();
    return { lineForecast: lineForecastAt(minutes, state, { calibration }), calibration };
  });

test('a patient further back never gets a shorter forecast, in any state of the line and however forecasts were adjusted [INV-11]', () => {
  fc.assert(
    fc.property(
      anyLineForecast,
      fc.integer({ min: 0, max: 60 }),
      ({ lineForecast, calibration }, ahead) => {
        const nearer = forecastWait(lineForecast, people(ahead), calibration);
        const further = forecastWait(lineForecast, people(ahead + 1), calibration);
        const least = 1e-9;
        assert.ok(further.expected >= nearer.expected - least, 'expected');
        assert.ok(further.lower >= nearer.lower - least, 'the lower end');
        assert.ok(further.upper >= nearer.upper - least, 'the upper end');
      },
    ),
    { numRuns: 2000 },
  );
});

test('a patient further back never gets a shorter forecast, even if follow-ups are counted as shorter than new visits [INV-11, QST-12]', () => {
  const factor = fc.double({ min: 0.4, max: 2.5, noNaN: true });
  const kinds = fc.record({ new: factor, follow_up: factor });
  const line = fc.array(fc.constantFrom('new', 'follow_up', undefined), { maxLength: 30 });
  fc.assert(
    fc.property(anyLineForecast, kinds, line, ({ lineForecast, calibration }, factors, ahead) => {
      const learnt = { ...calibration, kinds: factors };
      let before = forecastWait(lineForecast, people(0), learnt);
      let visits = 0;
      for (const [index, kind] of ahead.entries()) {
        visits += kind === undefined ? 1 : factors[kind];
        const then = forecastWait(lineForecast, { people: index + 1, visits }, learnt);
        assert.ok(then.expected >= before.expected - 1e-9, 'expected');
        assert.ok(then.lower >= before.lower - 1e-9, 'the lower end');
        assert.ok(then.upper >= before.upper - 1e-9, 'the upper end');
        before = then;
      }
    }),
    { numRuns: 300 },
  );
});

test('the range of a wait forecast contains its median, and the parts of a range with a break are in order [INV-11, INV-16]', () => {
  fc.assert(
    fc.property(
      anyLineForecast,
      fc.integer({ min: 0, max: 60 }),
      ({ lineForecast, calibration }, ahead) => {
        const { lower, median, upper, parts, deviation } = forecastWait(
          lineForecast,
          people(ahead),
          calibration,
        );
        assert.ok(0 <= lower && lower <= median && median <= upper, `${lower} ${median} ${upper}`);
        assert.ok(deviation > 0);
        assert.equal(parts[0]?.lower, lower);
        assert.equal(parts.at(-1)?.upper, upper);
        for (const [index, part] of parts.entries()) {
          assert.ok(part.lower <= part.upper);
          assert.ok(part.lower >= (parts[index - 1]?.upper ?? 0));
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test('if a break starts late because a consultation is still running, wait forecasts include the full break [INV-16]', () => {
  const ahead: Going = {
    kind: 'break_ahead',
    insideSince: after(200),
    quietSince: null,
    pauses: [lunch],
  };
  const overdue: Going = {
    kind: 'break_overdue',
    insideSince: after(200),
    pauses: [{ from: after(211), to: after(256) }],
  };
  const before = forecastAt(209, ahead, 4);
  const then = forecastAt(211, overdue, 4);
  assert.ok(Math.abs(then.expected - before.expected) < 6, `${before.expected} ${then.expected}`);
  assert.ok(then.lower > 45, 'nobody is called before it is over');
});

test('before a doctor’s first call, the doctor’s usual lateness is part of the forecast wait and shrinks as time passes [INV-16]', () => {
  const late = { own: Array.from({ length: 20 }, () => 45), usual: supposedStarts };
  const closed: Going = { kind: 'not_open', opensAt: nine, pauses: [] };
  const early = forecastAt(-60, closed, 0, { lateStarts: late });
  assert.ok(early.expected > 90 && early.expected < 110, String(early.expected));
  const due: Going = { kind: 'due', after: 'opening', since: nine, pauses: [] };
  const at30 = forecastAt(30, due, 0, { lateStarts: late });
  assert.ok(at30.expected > 10 && at30.expected < 22, String(at30.expected));
});

test('no call is forecast before the doctor’s start or return, and the line shows the time of this start or return [INV-16, INV-11]', () => {
  const opening: Going = { kind: 'not_open', opensAt: after(0), pauses: [lunch] };
  const onBreak: Going = { kind: 'on_break', backAt: after(0), pauses: [lunch] };
  for (const state of [opening, onBreak]) {
    for (const minutes of [-110, -47, -1]) {
      const lineForecast = lineForecastAt(minutes, state);
      let before = 0;
      for (let ahead = 0; ahead <= 20; ahead += 1) {
        const { lower, median, upper } = forecastWait(
          lineForecast,
          people(ahead),
          defaultCalibration,
        );
        assert.ok(lower >= -minutes, `${state.kind} in ${-minutes}, ${ahead} ahead: ${lower}`);
        assert.ok(lower >= before && median >= lower && upper >= median);
        before = lower;
      }
      assert.equal(forecastWait(lineForecast, people(0), defaultCalibration).lower, -minutes);
    }
  }
  const early = { own: Array.from({ length: 9 }, () => -20), usual: supposedStarts };
  const sooner = forecastAt(-60, opening, 0, { lateStarts: early });
  assert.ok(sooner.lower < 55, 'a doctor who usually begins early is expected early');
});

test('a patient who is expected to be called before a break is notified early enough to arrive before the break [PAT-11, INV-16]', () => {
  const long = { from: after(180), to: after(420) };
  const state: Going = {
    kind: 'running',
    insideSince: after(60),
    quietSince: null,
    pauses: [long],
  };
  let seen = 0;
  for (let minutes = 61; minutes < 150; minutes += 1) {
    const lineForecast = lineForecastAt(minutes, state);
    for (let ahead = 0; ahead <= 20; ahead += 1) {
      const forecast = forecastWait(lineForecast, people(ahead), defaultCalibration);
      const { parts, lower } = forecast;
      for (const way of [5, 20, 60]) {
        const arrives = (leavesInFor(forecast, way) ?? 0) + way;
        const said = `${minutes} minutes, ${ahead} ahead, a way of ${way}`;
        if (parts.length === 1) assert.ok(arrives > lower - 60, `far too soon: ${said}`);
        else seen += 1;
        assert.ok(arrives < (parts[0]?.upper ?? 0), `too late: ${said}`);
      }
    }
  }
  assert.ok(seen > 100, String(seen));
});

test('the expected remaining lateness of a doctor who has not come yet shrinks by less than the time that passes [INV-16]', () => {
  const starts = { own: [0, 10, 40, 50], usual: [] };
  const still = [0, 20, 45].map((elapsed) => beginsIn(starts, elapsed, elapsed).mean);
  const [atOpening = 0, at20 = 0, at45 = 0] = still;
  assert.ok(
    at20 > atOpening - 20 + 5,
    'a doctor who is absent after twenty minutes is later than usual',
  );
  assert.ok(at45 > 0);
});

test('a range for the expected call that contains a break is shown in two parts [INV-16]', () => {
  const state: Going = {
    kind: 'break_ahead',
    insideSince: after(185),
    quietSince: null,
    pauses: [lunch],
  };
  const { parts } = forecastAt(185, state, 2);
  assert.equal(parts.length, 2);
  assert.deepEqual([parts[0]?.upper, parts[1]?.lower], [25, 70], 'until it, and from its end on');
});

test('while no patient in line moves, the forecast of the wait does not suddenly become longer by a whole break [INV-16]', () => {
  const upperAt = (minute: number) => {
    const state: Going = {
      kind: 'break_ahead',
      insideSince: after(170),
      quietSince: null,
      pauses: [lunch],
    };
    const { upper } = forecastAt(minute, state, 0);
    return minute + upper;
  };
  for (let minute = 171; minute < 195; minute += 1) {
    assert.ok(upperAt(minute) - upperAt(minute - 1) < 20, `at minute ${minute}`);
  }
});

test('if staff often move patients ahead at some hours, the forecast waits in these hours become longer [INV-16]', () => {
  const state: Going = { kind: 'running', insideSince: after(60), quietSince: null, pauses: [] };
  const fronts = Array.from({ length: 24 }, (_, hour) => (hour >= 10 ? 0.02 : 0));
  const calibration = { ...defaultCalibration, fronts };
  const plain = forecastAt(60, state, 6);
  const passed = forecastAt(60, state, 6, { calibration });
  const share = 1 - 0.02 * 12;
  assert.ok(Math.abs(passed.expected - plain.expected / share) < 0.01, String(passed.expected));
});

test('if staff often move patients ahead after midnight, the forecast of a wait that lasts past midnight becomes longer too [INV-16]', () => {
  const minutes = 890;
  const state: Going = {
    kind: 'running',
    insideSince: after(minutes),
    quietSince: null,
    pauses: [],
  };
  const calibration = { ...defaultCalibration, fronts: Array.from({ length: 24 }, () => 0.02) };
  const plain = forecastAt(minutes, state, 6);
  const passed = forecastAt(minutes, state, 6, { calibration });
  const share = 1 - 0.02 * 12;
  assert.ok(Math.abs(passed.expected - plain.expected / share) < 0.01, String(passed.expected));
});

function scoresOf(count: number, score: (index: number) => number): Score[] {
  return Array.from({ length: count }, (_, index) => ({
    group: 'running',
    bucket: Math.floor(index / 2) % bucketStarts.length,
    score: score(index),
    isOpen: false,
  }));
}

test('wait forecasts adapt to measured waits in small steps, so that no shown range jumps [INV-16]', () => {
  const late = scoresOf(400, (index) => 2 + (index % 10) / 10);
  const once = calibrateRanges(late, defaultCalibration.byState);
  const [from, to] = [defaultCalibration.byState.running[0]?.q90 ?? 0, once.running[0]?.q90 ?? 0];
  assert.ok(to > from && to - from <= 0.25, `${from} → ${to}`);
  let ranges = defaultCalibration.byState;
  for (let hour = 0; hour < 24; hour += 1) ranges = calibrateRanges(late, ranges);
  assert.ok((ranges.running[0]?.q90 ?? 0) > 2.3, 'and arrive within a day');
});

test('the latest forecast time for a doctor is adjusted in steps until nine in ten forecasts are right, more slowly with few forecasts [QST-12, INV-16]', () => {
  const { byState } = defaultCalibration;
  const settled = (scores: readonly Score[]) => {
    let shift = 0;
    for (let hour = 0; hour < 24; hour += 1) shift = shiftOf(scores, byState, shift);
    return shift;
  };
  const late = scoresOf(400, (index) => 1 + (index % 100) / 100);
  assert.equal(shiftOf(late, byState, 0), 0.25, 'a step');
  const [many, few] = [settled(late), settled(late.slice(0, 100))];
  assert.ok(Math.abs(many - 0.8 * (1.9 - 1.28)) < 0.03, String(many));
  assert.ok(few > 0 && few < 0.7 * many, String(few));
  const left = late.map((one, index) => ({ ...one, isOpen: index % 5 === 0 }));
  assert.ok(settled(left) > many);
  assert.ok(settled(scoresOf(400, (index) => (index % 100) / 100)) < 0, 'and back');
  assert.equal(shiftOf([], byState, 0), 0);
  const moved = shifted(defaultCalibration, many).byState.running[0];
  assert.ok(Math.abs((moved?.q90 ?? 0) - 1.28 - many) < 1e-9 && moved?.q10 === -1.28);
});

test('wait forecasts adapt separately for each state of a line, and a state without past forecasts uses those of a similar state [QST-12]', () => {
  const scores = scoresOf(400, () => 0.2).map((score, index): Score => {
    return index % 2 === 0 ? score : { ...score, group: 'not_begun', score: 1.2 };
  });
  let ranges = defaultCalibration.byState;
  for (let hour = 0; hour < 24; hour += 1) ranges = calibrateRanges(scores, ranges);
  assert.equal(Object.keys(ranges).length, stateGroups.length);
  const medianOf = (group: (typeof stateGroups)[number]) => ranges[group][0]?.q50 ?? 0;
  assert.ok(medianOf('not_begun') > medianOf('running') + 0.3);
  assert.ok(medianOf('break') > 0 && medianOf('break') < 1.2);
});

test('during an overdue break the latest forecast time is later than usual, until the hospital’s own measured ranges are used [QST-12, INV-16]', () => {
  const endOf = (
    calibration: typeof defaultCalibration.byState,
    group: (typeof stateGroups)[number],
  ) => calibration[group][0]?.q90 ?? 0;
  const ahead =
    endOf(defaultCalibration.byState, 'overdue') - endOf(defaultCalibration.byState, 'running');
  assert.ok(ahead > 0.5, `${ahead}`);
  const scores = scoresOf(400, () => 0.2).map((score): Score => ({ ...score, group: 'overdue' }));
  let ranges = defaultCalibration.byState;
  for (let hour = 0; hour < 24; hour += 1) ranges = calibrateRanges(scores, ranges);
  assert.ok(endOf(ranges, 'overdue') < endOf(defaultCalibration.byState, 'overdue') - 0.3);
});

test('if a patient left without a call, the forecast of the wait assumes that the call would have come after the patient left [QST-12]', () => {
  const closed = Array.from({ length: 80 }, (_, index) => ({ score: index / 80, isOpen: false }));
  const left = Array.from({ length: 20 }, () => ({ score: 0.9, isOpen: true }));
  const without = quantile(inOrder(closed), 0.75);
  const all = quantile(inOrder([...closed, ...left]), 0.75);
  assert.ok(all > without + 0.1, `${without} ${all}`);
});

test('the notification to leave comes early enough for patients to be present at 90 % of calls [PAT-11]', () => {
  const sure = leavesIn({ expected: 60, deviation: 0, way: 20 });
  assert.ok(Math.abs(sure - (60 - 1.28 * Math.hypot(5, 4) - 24)) < 1e-9);
  const unsure = leavesIn({ expected: 60, deviation: 20, way: 20 });
  assert.ok(unsure < sure && unsure > 0, 'the less is known, the earlier');
});

test('corrections of the shown wait by measured waits do not change the time of the message to leave home [PAT-11, INV-16]', () => {
  const state: Going = { kind: 'running', insideSince: after(60), quietSince: null, pauses: [] };
  const late = calibrateRanges(
    Array.from({ length: 400 }, (_, n) => {
      return { group: 'running', bucket: n % 4, score: 2 + (n % 40) / 40, isOpen: false } as const;
    }),
    defaultCalibration.byState,
  );
  const slow = { ...defaultCalibration, byState: late };
  const announced = forecastAt(70, state, 5);
  const then = forecastWait(lineForecastAt(70, state, { calibration: slow }), people(5), slow);
  assert.ok(then.upper > announced.upper + 2, 'what is shown has been fitted');
  assert.deepEqual([then.expected, then.deviation], [announced.expected, announced.deviation]);
  assert.equal(leavesIn({ ...then, way: 20 }), leavesIn({ ...announced, way: 20 }));
});
