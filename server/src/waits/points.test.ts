/** Waits of a line from which several points call: against random days of one, two and five points. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundTheClock } from '@baari/contract/constants.ts';
import { noPace } from './pace.rules.ts';
import { pacedTogether, servedTogether } from './points.rules.ts';
import { forecastOf, lineNow } from './told-wait.rules.ts';

const minuteMs = 60_000;
const mean = 6;
const start = new Date('2026-03-10T05:00:00Z');

/** Numbers that look random and are the same each time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Lognormal minutes at a point with this mean and a spread of 0.5. */
function minutes(random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.exp(Math.log(mean) - 0.125 + 0.5 * normal);
}

/** How long it takes until everybody ahead was called, with all points serving since a moment each. */
function waited(ahead: number, inside: readonly number[], random: () => number): number {
  const free = inside.map((lasted) => {
    let left = minutes(random);
    // One that has lasted so long already.
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

function forecast(points: number, ahead: number, inside: readonly number[]) {
  const learnt = {
    pace_minutes: 200 * mean,
    pace_visits: 200,
    pace_squares: 200 * mean ** 2 * 1.28,
    pace_at: new Date(start.getTime() - minuteMs),
    usual_minutes: noPace.usual,
    session_minutes: 20 * mean,
    session_visits: 20,
    interrupted_at: null,
    last_call_at: start,
    last_end_at: start,
    late_starts: [],
    forecast: null,
  };
  const calledAt = inside.map((lasted) => new Date(start.getTime() - lasted * minuteMs));
  const line = lineNow(
    {
      plan: { zone: 'Asia/Kolkata', week: null, hospitalHours: roundTheClock },
      status: 'Available',
      breakUntil: null,
      insideSince: servedTogether(points, calledAt),
      waitingSince: start,
      learnt: { ...learnt, ...pacedTogether(learnt, points) },
    },
    start,
  );
  const told = forecastOf(line, { people: ahead, visits: ahead });
  assert.ok(told !== undefined);
  return told;
}

for (const points of [1, 2, 5]) {
  test(`with ${points} point${points === 1 ? '' : 's'} the expected wait is right on the whole, and ranges hold for most [LINE-5, QST-12]`, () => {
    const random = seeded(points);
    let told = 0;
    let taken = 0;
    let within = 0;
    const rounds = 1500;
    for (let round = 0; round < rounds; round += 1) {
      const ahead = Math.floor(random() * 20);
      const inside = Array.from({ length: points }, () => random() * mean);
      const { expected, upper } = forecast(points, ahead, inside);
      const actual = waited(ahead, inside, random);
      told += expected;
      taken += actual;
      if (actual <= Math.max(5, Math.ceil(upper))) within += 1;
    }
    const share = within / rounds;
    assert.ok(Math.abs(told / taken - 1) < 0.2, `told ${told / rounds}, true ${taken / rounds}`);
    assert.ok(share > 0.85, `${share} called by the upper end`);
  });
}

test('a line without an open point tells no call that is awaited, and one with a free point awaits none [LINE-5]', () => {
  const one = new Date('2026-03-10T05:00:00Z');
  const other = new Date('2026-03-10T05:02:00Z');
  assert.equal(servedTogether(0, []), null);
  assert.equal(servedTogether(2, [one]), null);
  assert.equal(servedTogether(2, [other, one]), other);
});
