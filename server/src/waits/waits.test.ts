import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { estimateWait, isSameWait } from './estimate.rules.ts';
import { bucketOf, defaultFit, fitQuantiles, fitRanges, type WaitFit } from './fit.rules.ts';
import { cycleMinutes, learn, meanConsultation, noPace, usualPace } from './pace.rules.ts';

const line = fc.record({
  ahead: fc.integer({ min: 0, max: 500 }),
  mean: fc.double({ min: 1, max: 120, noNaN: true }),
  runningFor: fc.option(fc.double({ min: 0, max: 600, noNaN: true })),
});

/** As the doctor's schedule gives them: in order, apart, after the doctor is back; the first may be overdue. */
const absences = fc
  .tuple(
    fc.double({ min: 0, max: 240, noNaN: true }),
    fc.array(
      fc.record({
        after: fc.double({ min: 0, max: 180, noNaN: true }),
        length: fc.double({ min: 1, max: 180, noNaN: true }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    fc.double({ min: 0, max: 90, noNaN: true }),
  )
  .map(([backIn, spans, overdue]) => {
    let from = backIn === 0 ? -overdue : backIn;
    const breaks = spans.map(({ after, length }) => {
      const startsIn = from + after;
      from = startsIn + length;
      return { startsIn, length };
    });
    return { backIn, breaks };
  });

const score = fc.double({ min: -3, max: 9, noNaN: true });
const fits: fc.Arbitrary<WaitFit> = fc.record({
  quantiles: fc.array(
    fc.array(score, { minLength: 60, maxLength: 90 }).map((scores) => fitQuantiles(scores)),
    { minLength: 4, maxLength: 4 },
  ),
  absentShare: fc.double({ min: 0, max: 0.5, noNaN: true }),
});

test('a wait is never negative and lies within its range, whatever was learnt [INV-11, QST-12]', () => {
  fc.assert(
    fc.property(line, fits, (given, fit) => {
      const wait = estimateWait(given, fit);
      assert.ok(wait.lower >= 0);
      assert.ok(wait.lower <= wait.minutes, JSON.stringify(wait));
      assert.ok(wait.minutes <= wait.upper, JSON.stringify(wait));
    }),
  );
});

test('someone further back is never promised less, whatever was learnt [INV-11]', () => {
  fc.assert(
    fc.property(line, fits, (given, fit) => {
      const nearer = estimateWait(given, fit);
      const further = estimateWait({ ...given, ahead: given.ahead + 1 }, fit);
      assert.ok(further.minutes >= nearer.minutes);
      assert.ok(further.lower >= nearer.lower);
      assert.ok(further.upper >= nearer.upper);
    }),
  );
});

test('someone further back is never promised less, with breaks, an opening or a return ahead [INV-11]', () => {
  fc.assert(
    fc.property(line, absences, fits, (given, absence, fit) => {
      const nearer = estimateWait({ ...given, ...absence }, fit);
      const further = estimateWait({ ...given, ...absence, ahead: given.ahead + 1 }, fit);
      assert.ok(further.minutes >= nearer.minutes, 'the median');
      assert.ok(further.lower >= nearer.lower, 'the lower end');
      assert.ok(further.upper >= nearer.upper, 'the upper end');
      assert.ok(nearer.lower <= nearer.minutes && nearer.minutes <= nearer.upper);
    }),
    { numRuns: 2000 },
  );
});

test('a range that may reach a break holds the whole of it [QST-12]', () => {
  const line = { mean: 10, runningFor: null, ahead: 5, breaks: [{ startsIn: 60, length: 30 }] };
  const without = estimateWait({ ...line, breaks: [] });
  const { lower, upper } = estimateWait(line);
  assert.ok(without.upper > 60, 'it is not sure that the patient is called before');
  assert.equal(upper, without.upper + 30);
  assert.ok(lower < 60, 'but likely');
});

test('when all have become slower, the ranges follow within a hundred promises [QST-12]', () => {
  const usual = Array.from({ length: 1500 }, (_, n) => ({ bucket: n % 4, score: (n % 50) / 50 }));
  const late = Array.from({ length: 100 }, (_, n) => ({ bucket: n % 4, score: 1 + (n % 50) / 50 }));
  for (const { q90 } of fitRanges(usual)) assert.ok(Math.abs(q90 - 0.9) < 0.05, String(q90));
  for (const { q90 } of fitRanges([...late, ...usual])) {
    assert.ok(Math.abs(q90 - 1.9) < 0.1, String(q90));
  }
});

test('a doctor nobody knows yet is taken to need 12 minutes a patient [QST-12]', () => {
  assert.equal(meanConsultation(noPace, new Date(0)), 12);
  const fifth = estimateWait({ ahead: 4, mean: 12, runningFor: null });
  assert.equal(fifth.minutes, Math.round(4 * 0.92 * 12));
});

test('the pace follows what the consultations really take [QST-12]', () => {
  let pace = noPace;
  for (let day = 1; day <= 20; day += 1) {
    const now = new Date(Date.UTC(2026, 0, day));
    for (let visit = 0; visit < 10; visit += 1) pace = learn(pace, 20, now);
  }
  const mean = meanConsultation(pace, new Date(Date.UTC(2026, 0, 21)));
  assert.ok(mean > 19 && mean < 20, String(mean));
});

test('a consultation that nobody ended does not spoil the pace [QST-12]', () => {
  const before = { ...noPace, minutes: 1200, visits: 100, at: new Date(0) };
  const after = learn(before, 600, new Date(0));
  assert.ok(meanConsultation(after, new Date(0)) < 13.2);
});

test('a slow day shows after a few patients, and is forgotten by the next session [QST-12]', () => {
  let pace = { ...noPace, minutes: 1200, visits: 100, at: new Date(Date.UTC(2026, 0, 1, 4)) };
  for (let visit = 0; visit < 10; visit += 1) {
    pace = { ...learn(pace, 20, new Date(Date.UTC(2026, 0, 2, 4, 20 * visit))) } as typeof pace;
  }
  const then = meanConsultation(pace, new Date(Date.UTC(2026, 0, 2, 7, 30)));
  const later = meanConsultation(pace, new Date(Date.UTC(2026, 0, 3, 4)));
  assert.ok(then > 14 && then < 16, String(then));
  assert.ok(later < 13, String(later));
});

test('a doctor nobody knows is taken to be as fast as others of the specialty [QST-12]', () => {
  const known = usualPace({ minutes: 400, visits: 20 }, { minutes: 400, visits: 20 });
  assert.ok(known > 18 && known < 20, String(known));
  assert.equal(usualPace({ minutes: 0, visits: 0 }, { minutes: 0, visits: 0 }), 12);
});

test('the time between two calls is a consultation only when the next was already waiting [QST-12]', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 4, minute));
  const before = { startedAt: at(0), endedAt: at(10) };
  assert.equal(cycleMinutes(before, { waitingSince: at(5), startedAt: at(13) }, null), 13);
  assert.equal(cycleMinutes(before, { waitingSince: at(11), startedAt: at(13) }, null), undefined);
  assert.equal(cycleMinutes(before, { waitingSince: at(5), startedAt: at(40) }, at(12)), undefined);
});

test('a planned break lengthens the waits that reach it, and only those [QST-12]', () => {
  const line = { mean: 10, runningFor: null, breaks: [{ startsIn: 60, length: 30 }] };
  const before = estimateWait({ ...line, ahead: 1 }).minutes;
  const after = estimateWait({ ...line, ahead: 15 }).minutes;
  assert.equal(before, estimateWait({ ahead: 1, mean: 10, runningFor: null }).minutes);
  assert.equal(after, estimateWait({ ahead: 15, mean: 10, runningFor: null }).minutes + 30);
});

test('the range is the usual one until 60 promises were kept, and then what they showed [QST-12]', () => {
  assert.deepEqual(fitQuantiles(Array.from({ length: 59 }, () => 3)), { q50: 0, q90: 1.28 });
  const scores = Array.from({ length: 100 }, (_, n) => n / 50 - 0.5);
  const { q50, q90 } = fitQuantiles(scores);
  assert.ok(Math.abs(q50 - 0.5) < 0.03, String(q50));
  assert.ok(Math.abs(q90 - 1.3) < 0.03, String(q90));
});

test('promises are fitted apart for 0–1, 2–4, 5–9 and more people ahead [QST-12]', () => {
  assert.deepEqual([0, 1, 2, 4, 5, 9, 10, 400].map(bucketOf), [0, 0, 1, 1, 2, 2, 3, 3]);
  assert.equal(defaultFit.quantiles.length, 4);
});

test('a wait that was told moves only by more than two minutes and a tenth [QST-12]', () => {
  assert.deepEqual(
    [isSameWait(10, 12), isSameWait(10, 8), isSameWait(10, 13)],
    [true, true, false],
  );
  assert.deepEqual([isSameWait(60, 66), isSameWait(60, 53)], [true, false]);
});
