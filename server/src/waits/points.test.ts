/**
 * Tests waits in a line with several service points, against simulated random days of one, two and
 * five points.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundTheClock } from '@baari/contract/constants.ts';
import { lognormalOf, type Random, seededRandom } from '../replay/chance.rules.ts';
import { nothingLearnt } from '../testing/nothing-learnt.ts';
import { nextCalls } from './calls.rules.ts';
import { servedTogether, withOwnLines, withSharedLines } from './points.rules.ts';
import { forecastOf, lineNow } from './announced-wait.rules.ts';

const minuteMs = 60_000;
const mean = 6;
const variation = 0.533;
const start = new Date('2026-03-10T05:00:00Z');

/** A random service time per patient at a service point, in minutes. */
function minutes(random: Random): number {
  return lognormalOf(random, mean, variation);
}

/**
 * Simulates the time until all patients ahead have been called. Each service point has already
 * served its patient for some minutes.
 */
function waited(ahead: number, inside: readonly number[], random: Random): number {
  const free = inside.map((lasted) => {
    let left = minutes(random);
    // A random service time shorter than the time that has already passed is replaced by a new
    // random one.
    while (left <= lasted) left = minutes(random);
    return left - lasted;
  });
  let at = 0;
  for (let n = 0; n <= ahead; n += 1) {
    const next = free.indexOf(Math.min(...free));
    at = free[next] ?? 0;
    free[next] = at + minutes(random);
  }
  return at;
}

function forecast(ahead: number, inside: readonly number[]) {
  const learnt = {
    ...nothingLearnt,
    pace_minutes: 200 * mean,
    pace_visits: 200,
    pace_squares: 200 * mean ** 2 * 1.28,
    pace_at: new Date(start.getTime() - minuteMs),
    session_minutes: 20 * mean,
    session_visits: 20,
    last_call_at: start,
    last_end_at: start,
  };
  const line = lineNow(
    {
      plan: { zone: 'Asia/Kolkata', week: null, hospitalHours: roundTheClock },
      status: 'Available',
      breakUntil: null,
      insideSince: null,
      waitingSince: start,
      learnt,
      points: inside.map((lasted) => {
        return { servesSince: new Date(start.getTime() - lasted * minuteMs), pausedSince: null };
      }),
    },
    start,
  );
  const announced = forecastOf(line, { people: ahead, visits: ahead });
  assert.ok(announced !== undefined);
  return announced;
}

for (const points of [1, 2, 5]) {
  test(`with ${points} point${points === 1 ? '' : 's'} the expected wait is right on average, and most ranges are correct [LINE-5, QST-12]`, () => {
    const random = seededRandom(points);
    let announced = 0;
    let taken = 0;
    let within = 0;
    const rounds = 1500;
    for (let round = 0; round < rounds; round += 1) {
      const ahead = Math.floor(random() * 20);
      const inside = Array.from({ length: points }, () => random() * mean);
      const { expected, upper } = forecast(ahead, inside);
      const actual = waited(ahead, inside, random);
      announced += expected;
      taken += actual;
      if (actual <= Math.max(5, Math.ceil(upper))) within += 1;
    }
    const share = within / rounds;
    assert.ok(
      Math.abs(announced / taken - 1) < 0.2,
      `announced ${announced / rounds}, true ${taken / rounds}`,
    );
    assert.ok(share > 0.85, `${share} called by the upper end`);
  });
}

for (const points of [2, 5]) {
  test(`in a line with ${points} service points, the first two patients wait until the patients being served are finished [LINE-5]`, () => {
    const random = seededRandom(70 + points);
    for (const ahead of [0, 1]) {
      let announced = 0;
      let taken = 0;
      for (let round = 0; round < 1500; round += 1) {
        const inside = Array.from({ length: points }, () => random() * mean);
        announced += forecast(ahead, inside).expected;
        taken += waited(ahead, inside, random);
      }
      assert.ok(
        Math.abs(announced / taken - 1) < 0.12,
        `${ahead} ahead: ${announced / taken} of the truth`,
      );
    }
  });
}

const serviceTime = { mean: 6, spread: 0.5, free: { mean: 1, variance: 1 } };
const serving = (lasted: number) => ({ state: 'serving', lasted }) as const;

test('a patient further back in a shared line never gets an earlier forecast of the call [LINE-5, INV-11]', () => {
  const random = seededRandom(3);
  for (let round = 0; round < 200; round += 1) {
    const points = Array.from({ length: 1 + Math.floor(random() * 9) }, () =>
      serving(random() * 20),
    );
    const calls = nextCalls(points, serviceTime);
    for (const [at, { mean: minutes, variance }] of calls.entries()) {
      assert.ok(minutes >= (calls[at - 1]?.mean ?? 0), `call ${at} of ${points.length} points`);
      assert.ok(Number.isFinite(variance) && variance >= 0);
    }
  }
});

test('the next call is forecast earlier with an additional service point, and earlier at a free service point than at a paused one [LINE-5]', () => {
  const first = (...points: Parameters<typeof nextCalls>[0]) =>
    nextCalls(points, serviceTime)[0]?.mean ?? 0;
  assert.ok(first(serving(2), serving(4)) < first(serving(2)));
  assert.ok(first({ state: 'free', lasted: 0 }) < first({ state: 'paused', lasted: 1 }));
  assert.ok(first({ state: 'paused', lasted: 1 }) < first({ state: 'paused', lasted: 40 }));
});

test('no wait is shown for a line once its last service point has closed or paused [LINE-5]', () => {
  const learnt = {
    ...nothingLearnt,
    pace_at: start,
    usual_minutes: 6,
    last_call_at: start,
    last_end_at: start,
  };
  const now = new Date(start.getTime() + minuteMs);
  for (const points of [[], [{ servesSince: null, pausedSince: now }]]) {
    const line = lineNow(
      {
        plan: { zone: 'Asia/Kolkata', week: null, hospitalHours: roundTheClock },
        status: 'Available',
        breakUntil: null,
        insideSince: null,
        waitingSince: start,
        learnt,
        points,
      },
      now,
    );
    assert.equal(forecastOf(line, { people: 1, visits: 1 }), undefined);
    assert.equal(line.announced.state, 'offline');
  }
});

test('the time since a shared line’s last call affects the forecast only while every open service point is serving [LINE-5]', () => {
  const one = new Date('2026-03-10T05:00:00Z');
  const other = new Date('2026-03-10T05:02:00Z');
  assert.equal(servedTogether(0, []), null);
  assert.equal(servedTogether(2, [one]), null);
  assert.equal(servedTogether(2, [other, one]), other);
});

test('in a shared line, earlier patients who wait for one doctor count as ahead, unless the other doctors call sooner [LINE-5, LINE-6]', () => {
  const before = (people: number, shared: number[], ownLines: number[][]) =>
    withOwnLines({ people, visits: people }, { shared, ownLines }).people;
  const came = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at);
  assert.equal(before(2, [1, 2, 3], [[], []]), 2);
  assert.equal(before(2, [7, 8, 9], [came(1, 3), came(4, 6)]), 8, 'all of both lines came sooner');
  assert.equal(before(2, [1, 2, 3], [came(4, 6), came(7, 9)]), 2, 'all of them came later');
  assert.equal(before(0, [9], [came(1, 8), []]), 1, 'the second doctor is free for the line');
  assert.equal(before(6, came(1, 6), [came(7, 12), []]), 7, 'the same for a patient who joins now');
  assert.equal(before(0, [], [came(1, 3), came(4, 5)]), 5, 'a patient who joins now is last');
});

test('in a shared line, the later of two patients has at least as many people ahead, even if some wait for one doctor [LINE-5, INV-11]', () => {
  const random = seededRandom(7);
  const some = (most: number) =>
    Array.from({ length: Math.floor(random() * most) }, () => Math.floor(random() * 50));
  for (let round = 0; round < 500; round += 1) {
    const ownLines = [some(8), some(8), some(8)].slice(0, 1 + Math.floor(random() * 3));
    const shared = some(14);
    let announced = -1;
    for (let people = 0; people < 16; people += 1) {
      const { people: next } = withOwnLines({ people, visits: people }, { shared, ownLines });
      assert.ok(next > announced && next >= people, `${next} behind ${announced}`);
      announced = next;
    }
  }
});

test('a doctor who also serves a shared line calls that line’s earlier patients before the doctor’s own, unless colleagues call them [LINE-5, LINE-6]', () => {
  const before = (people: number, shared: number[], own: number[], others: number[][]) =>
    withSharedLines({ people, visits: people }, [{ own, shared, others }]).people;
  assert.equal(before(0, [1, 2, 3], [4], []), 3, 'all of the shared line came sooner');
  assert.equal(before(0, [5, 6], [4], []), 0, 'all of them came later');
  assert.equal(before(0, [1, 2, 3, 4], [5], [[]]), 2, 'a colleague calls half of them');
  assert.equal(before(0, [1, 2], [5], [[3, 4]]), 1, 'the colleague calls one, then the own line');
  assert.equal(before(1, [2, 4], [1, 3], []), 2, 'one of the shared line is between the two');
  assert.equal(before(2, [5], [3, 4], []), 3, 'a patient who joins now is last');
  assert.equal(withSharedLines({ people: 3, visits: 3 }, []).people, 3);
});

test('in a doctor’s own line, the later of two patients has at least as many people ahead, whichever doctor calls from the shared line [LINE-5, INV-11]', () => {
  const random = seededRandom(8);
  const some = (most: number) =>
    Array.from({ length: Math.floor(random() * most) }, () => Math.floor(random() * 50));
  for (let round = 0; round < 500; round += 1) {
    const others = [some(8), some(8), some(8)].slice(0, Math.floor(random() * 4));
    const beside = { own: some(10), shared: some(14), others };
    let announced = -1;
    for (let people = 0; people < 16; people += 1) {
      const { people: next } = withSharedLines({ people, visits: people }, [beside]);
      assert.ok(next > announced && next >= people, `${next} behind ${announced}`);
      announced = next;
    }
  }
});
