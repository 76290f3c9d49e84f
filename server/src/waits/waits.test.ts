import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameRange } from '@baari/contract/queue/announced-wait.ts';
import {
  learn,
  meanConsultation,
  noServiceTime,
  squaredVariation,
  usualServiceTime,
  visitMinutes,
} from './service-time.rules.ts';
import { whenText } from './wait-texts.ts';
import { bucketOf, defaultCalibration, calibrateRanges, stateGroups } from './calibration.rules.ts';

test('when all visits become slower, the waits that patients read become longer within some hours [QST-12]', () => {
  const scoreOf = (n: number, more: number) => {
    return { group: 'running', bucket: n % 4, score: more + (n % 50) / 50, isOpen: false } as const;
  };
  const usual = Array.from({ length: 1500 }, (_, n) => scoreOf(n, 0));
  const late = Array.from({ length: 100 }, (_, n) => scoreOf(n, 1));
  let calibration = defaultCalibration.byState;
  for (let hour = 0; hour < 12; hour += 1) calibration = calibrateRanges(usual, calibration);
  for (const { q90 } of calibration.running) assert.ok(Math.abs(q90 - 0.9) < 0.1, String(q90));
  for (let hour = 0; hour < 5; hour += 1)
    calibration = calibrateRanges([...late, ...usual], calibration);
  for (const { q90 } of calibration.running) assert.ok(Math.abs(q90 - 1.9) < 0.15, String(q90));
});

test('a new doctor is assumed to need 12 minutes a patient [QST-12]', () => {
  assert.equal(meanConsultation(noServiceTime, new Date(0)), 12);
});

test('a doctor’s average service time follows the real lengths of consultations [QST-12]', () => {
  let serviceTime = noServiceTime;
  for (let day = 1; day <= 20; day += 1) {
    const now = new Date(Date.UTC(2026, 0, day));
    for (let visit = 0; visit < 10; visit += 1) serviceTime = learn(serviceTime, 20, now);
  }
  const mean = meanConsultation(serviceTime, new Date(Date.UTC(2026, 0, 21)));
  assert.ok(mean > 19 && mean < 20, String(mean));
});

test('a consultation that nobody ended does not distort the doctor’s average service time [QST-12]', () => {
  const before = { ...noServiceTime, minutes: 1200, visits: 100, at: new Date(0) };
  const after = learn(before, 600, new Date(0));
  assert.ok(meanConsultation(after, new Date(0)) < 13.2);
});

test('one slow session changes the forecasts after a few patients, and no longer affects the forecasts of the next session [QST-12]', () => {
  let serviceTime = {
    ...noServiceTime,
    minutes: 1200,
    visits: 100,
    at: new Date(Date.UTC(2026, 0, 1, 4)),
  };
  for (let visit = 0; visit < 10; visit += 1) {
    serviceTime = {
      ...learn(serviceTime, 20, new Date(Date.UTC(2026, 0, 2, 4, 20 * visit))),
    } as typeof serviceTime;
  }
  const then = meanConsultation(serviceTime, new Date(Date.UTC(2026, 0, 2, 7, 30)));
  const later = meanConsultation(serviceTime, new Date(Date.UTC(2026, 0, 3, 4)));
  assert.ok(then > 14 && then < 16, String(then));
  assert.ok(later < 13, String(later));
});

test('the forecast assumes that a new doctor is as fast as other doctors of the same specialty [QST-12]', () => {
  const known = usualServiceTime({ minutes: 400, visits: 20 }, { minutes: 400, visits: 20 });
  assert.ok(known > 18 && known < 20, String(known));
  assert.equal(usualServiceTime({ minutes: 0, visits: 0 }, { minutes: 0, visits: 0 }), 12);
});

test('a visit is measured until the next call, if the next patient was already present and the doctor had no pause between [QST-12]', () => {
  const at = (minute: number) => Date.UTC(2026, 0, 1, 4, minute);
  const calls = {
    startedAt: at(0),
    endedAt: at(10),
    nextCallAt: at(13),
    nextHereAt: at(5),
    statusSince: null,
    pauses: [],
  };
  assert.equal(visitMinutes(calls), 13);
  assert.equal(visitMinutes({ ...calls, nextHereAt: at(12) }), 11, 'the doctor waited for them');
  assert.equal(visitMinutes({ ...calls, nextHereAt: null, nextCallAt: at(40) }), 13);
  assert.equal(visitMinutes({ ...calls, statusSince: at(11), nextCallAt: at(40) }), 11);
  const lunch = { from: at(2), to: at(9) };
  assert.equal(visitMinutes({ ...calls, pauses: [lunch] }), undefined, 'somebody forgot to say');
});

test('the variation of visit lengths is measured relative to each doctor’s own mean [QST-12]', () => {
  const even = { minutes: 100, visits: 10, squares: 1000 };
  assert.equal(squaredVariation([even]), 0);
  const varied = { minutes: 200, visits: 10, squares: 8000 };
  assert.equal(squaredVariation([even, varied]), 0.5);
  assert.equal(squaredVariation([{ minutes: 0, visits: 0, squares: 0 }]), 0);
});

test('forecasts are adjusted separately for patients with 0–1, 2–4, 5–9 and more people ahead [QST-12]', () => {
  assert.deepEqual([0, 1, 2, 4, 5, 9, 10, 400].map(bucketOf), [0, 0, 1, 1, 2, 2, 3, 3]);
  for (const group of stateGroups) assert.equal(defaultCalibration.byState[group].length, 4);
});

test('the shown range of a wait changes only if the new range differs by over five minutes and a tenth of the remaining time [QST-12, INV-16]', () => {
  const now = Date.UTC(2026, 0, 1, 4);
  const at = (minute: number) => new Date(now + minute * 60_000).toISOString();
  const announced = { parts: [{ from: at(20), to: at(40) }] };
  const same = (from: number, to: number) =>
    isSameRange(announced, { parts: [{ from: at(from), to: at(to) }] }, now);
  assert.deepEqual(
    [same(20, 45), same(25, 40), same(20, 50), same(10, 40)],
    [true, true, false, false],
  );
  const far = { parts: [{ from: at(100), to: at(200) }] };
  assert.ok(isSameRange(far, { parts: [{ from: at(115), to: at(220) }] }, now));
  const later = now + 41 * 60_000;
  assert.ok(
    !isSameRange(announced, { parts: [{ from: at(20), to: at(45) }] }, later),
    'it is over',
  );
  const split = {
    parts: [
      { from: at(20), to: at(25) },
      { from: at(30), to: at(40) },
    ],
  };
  assert.ok(!isSameRange(announced, split, now));
  // The shown start has passed, so the present time counts as the start. The new start is only two
  // minutes later.
  assert.ok(isSameRange(announced, { parts: [{ from: at(32), to: at(40) }] }, now + 30 * 60_000));
});

test('a range for the expected call that two breaks interrupt is written with all its times, in messages and on a ticket [INV-16, QST-12]', () => {
  const at = (time: string) => `2026-03-12T${time}:00.000Z`;
  const parts = [
    { from: at('12:30'), to: at('13:00') },
    { from: at('13:30'), to: at('16:00') },
    { from: at('16:15'), to: at('16:30') },
  ];
  const range = { lower: 150, upper: 390, parts };
  const words = (time: string) =>
    whenText(range, { language: 'en', zone: 'UTC', now: new Date(at(time)) })?.replaceAll(
      '\u202f',
      ' ',
    );
  assert.deepEqual(['10:00', '13:10', '16:01'].map(words), [
    'before 1:00 pm, or after the break between 1:30 pm and 4:30 pm',
    'before 4:00 pm, or after the break between 4:15 pm and 4:30 pm',
    'between 4:15 pm and 4:30 pm',
  ]);
});
