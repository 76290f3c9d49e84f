/**
 * Tests of the time saved at the hospital and its confidence interval. Visits are grouped by doctor
 * and day, because visits to one doctor on one day are correlated [LAND-3].
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  combined,
  missingVisits,
  type OnSiteDay,
  savingOf,
  withInterval,
} from './on-site.rules.ts';

test('the landing page shows the time saved at the hospital from 400 visits on, with at least 100 remote and 100 walk-in visits [LAND-3]', () => {
  assert.equal(missingVisits(0, 0), 400);
  assert.equal(missingVisits(390, 5), 95);
  assert.equal(missingVisits(300, 100), 0);
  const saving = savingOf(
    daysOf(20, (index) => [
      { isRemote: true, visits: 10, minutes: 360 + (index % 2 === 0 ? 20 : -20) },
      { isRemote: false, visits: 10, minutes: 600 + (index % 3 === 0 ? 40 : -20) },
    ]),
  );
  assert.ok(saving);
  const { share, lower, upper } = withInterval(saving);
  assert.ok(Math.abs(share - 0.4) < 0.02, `${share}`);
  assert.ok(lower > 0.35 && lower < 0.4 && upper < 0.45);
  // A doctor without walk-ins cannot be used to compare remote visits with walk-ins.
  const remoteOnly = daysOf(20, () => [{ isRemote: true, visits: 10, minutes: 360 }]);
  assert.equal(savingOf(remoteOnly), undefined);
  const fewDays = daysOf(9, () => [
    { isRemote: true, visits: 50, minutes: 1800 },
    { isRemote: false, visits: 50, minutes: 3000 },
  ]);
  assert.equal(savingOf(fewDays), undefined, 'nine days say nothing of how days differ');
});

interface Kind {
  readonly isRemote: boolean;
  readonly visits: number;
  readonly minutes: number;
}

/** Makes the visits of one doctor on `count` days. */
function daysOf(count: number, kinds: (index: number) => readonly Kind[]): OnSiteDay[] {
  return Array.from({ length: count }, (_, index) =>
    kinds(index).map((kind) => ({ doctorId: 'd', day: `day ${index}`, ...kind })),
  ).flat();
}

test('a confidence interval computed from doctors’ working days contains the true value 19 times in 20, and one computed from single visits does not [LAND-3, WAIT-2]', () => {
  const truth = 0.4;
  let held = 0;
  let heldByVisits = 0;
  const runs = 400;
  const random = randomFrom(7);
  for (let run = 0; run < runs; run += 1) {
    const rows = daysOf(40, () => {
      // After a late start or a long visit all patients of the day wait longer.
      const ofDay = Math.exp(0.35 * random());
      return [
        { isRemote: true, visits: 12, minutes: 12 * 36 * ofDay * Math.exp(0.3 * random()) },
        { isRemote: false, visits: 12, minutes: 12 * 60 * ofDay * Math.exp(0.3 * random()) },
      ];
    });
    const saving = savingOf(rows);
    assert.ok(saving);
    const { lower, upper } = withInterval(saving);
    if (lower <= truth && truth <= upper) held += 1;
    // The naive interval treats visits as independent, with deviations of 15 and 20 minutes.
    const ratio = 1 - saving.share;
    const naive = ratio * Math.sqrt((15 / 36) ** 2 / 480 + (20 / 60) ** 2 / 480);
    if (Math.abs(saving.share - truth) <= 1.96 * naive) heldByVisits += 1;
  }
  assert.ok(held / runs > 0.91 && held / runs < 0.99, `${held / runs}`);
  assert.ok(heldByVisits / runs < 0.85, `by visits alone ${heldByVisits / runs}`);
});

test('the time saved by patients of several hospitals is weighted by visits, and its confidence interval is narrower than each hospital’s [LAND-3]', () => {
  const one = { share: 0.3, deviation: 0.04, remoteVisits: 300 };
  const other = { share: 0.5, deviation: 0.04, remoteVisits: 100 };
  const both = combined([one, other]);
  assert.ok(both);
  assert.ok(Math.abs(both.share - 0.35) < 1e-9);
  assert.ok(both.deviation < 0.04);
  assert.equal(combined([]), undefined);
});

/** A seeded generator of random numbers with a normal distribution. */
function randomFrom(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return (state + 1) / 4_294_967_297;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
