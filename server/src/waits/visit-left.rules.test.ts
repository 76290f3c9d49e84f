/** Tests the remaining time of a visit from planned, usual and measured steps. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftAsAnnounced, leftWithWait } from '@baari/contract/lines/visit-left.ts';
import { visitLeftText } from './wait-texts.ts';
import {
  fitNext,
  fitStays,
  fitVisitRanges,
  forecastVisit,
  linesToCome,
  unlearnt,
  type VisitNow,
} from './visit-left.rules.ts';

const visit: VisitNow = {
  present: { mean: 20, variance: 25 },
  stop: { lineId: 'doctor', isReturn: false },
  been: ['doctor'],
  planned: [],
  timeOfDay: 10 * 60,
  lines: {},
};
const stay = (minutes: number) => [
  { hour: 10, stops: 200, minutes: 200 * minutes, squares: 200 * minutes ** 2 },
];
const stays = fitStays([
  ...stay(12).map((sum) => ({ lineId: 'laboratory', ...sum })),
  ...stay(6).map((sum) => ({ lineId: 'pharmacy', ...sum })),
]);

test('each planned step of a visit makes the forecast visit longer by the usual time of that step at that hour [LINE-5]', () => {
  const calibration = { ...unlearnt, stays };
  const alone = forecastVisit(visit, calibration).expected;
  const one = forecastVisit(
    { ...visit, planned: [{ lineId: 'laboratory', isReturn: false }] },
    calibration,
  );
  assert.ok(Math.abs(one.expected - alone - 12) < 1, `${one.expected} after ${alone}`);
  const both = [
    { lineId: 'laboratory', isReturn: false },
    { lineId: 'pharmacy', isReturn: false },
  ];
  const two = forecastVisit({ ...visit, planned: both }, calibration);
  assert.ok(Math.abs(two.expected - alone - 18) < 1);
  assert.ok(two.upper > one.upper && two.deviation > one.deviation);
});

test('a line that is long now makes the forecast of a visit longer, but less so if the patient reaches this line later [LINE-5]', () => {
  const calibration = { ...unlearnt, stays };
  const planned = [{ lineId: 'laboratory', isReturn: false }];
  const line = (waiting: number, points = 2) => ({ laboratory: { waiting, points, mean: 6 } });
  const expected = (lines: VisitNow['lines'], present = 0) =>
    forecastVisit(
      { ...visit, present: { mean: present, variance: 1 }, planned, lines },
      calibration,
    ).expected - present;
  const usual = expected({});
  assert.ok(Math.abs(expected(line(8)) - 30) < 0.1, 'eight people at two points of six minutes');
  assert.ok(expected(line(0)) < usual, 'an empty line is quicker than usual');
  const [soon, later, muchLater] = [0, 60, 240].map((present) => expected(line(8), present));
  assert.ok(soon !== undefined && later !== undefined && muchLater !== undefined);
  assert.ok(soon > later && later > muchLater && muchLater - usual < 2, `${muchLater}`);
  assert.equal(expected(line(8, 0)), usual);
});

test('to forecast a visit, Baari reads data of its planned lines and of all lines that usually follow one after the other [LINE-5]', () => {
  const next = {
    doctor: [{ lineId: 'laboratory', share: 1 }],
    laboratory: [{ lineId: 'doctor', share: 0.5 }],
    'doctor again': [{ lineId: 'pharmacy', share: 1 }],
    pharmacy: [{ lineId: null, share: 1 }],
  };
  const known = { ...unlearnt, next };
  assert.deepEqual(linesToCome(visit, known).toSorted(), ['doctor', 'laboratory', 'pharmacy']);
  const planned = [{ lineId: 'pharmacy', isReturn: false }];
  assert.deepEqual(linesToCome({ ...visit, planned }, known), ['pharmacy']);
});

test('the forecast of a visit uses the next lines that the administrator entered, and later the next lines measured from visits [LINE-5]', () => {
  const said = { doctor: ['laboratory', 'pharmacy'] };
  const usual = fitNext([], said)['doctor'] ?? [];
  const shareOf = (list: typeof usual, lineId: string | null) =>
    list.find((one) => one.lineId === lineId)?.share ?? 0;
  assert.ok(shareOf(usual, 'laboratory') > shareOf(usual, 'pharmacy'));
  assert.ok(shareOf(usual, null) > 0);
  const went = [
    { lineId: 'doctor', isReturn: false, nextId: 'pharmacy', visits: 800 },
    { lineId: 'doctor', isReturn: false, nextId: null, visits: 200 },
  ];
  const learnt = fitNext(went, said)['doctor'] ?? [];
  assert.ok(Math.abs(shareOf(learnt, 'pharmacy') - 0.8) < 0.02);
  const sum = learnt.reduce((all, { share }) => all + share, 0);
  assert.ok(sum > 0.97 && sum <= 1.000_001);
});

test('the forecast assumes that a patient who returned to a line continues where returning patients usually go [LINE-5]', () => {
  const counts = [
    { lineId: 'doctor', isReturn: false, nextId: 'laboratory', visits: 100 },
    { lineId: 'laboratory', isReturn: false, nextId: 'doctor', visits: 100 },
    { lineId: 'doctor', isReturn: true, nextId: null, visits: 100 },
  ];
  const calibration = { ...unlearnt, stays, next: fitNext(counts, {}) };
  const first = forecastVisit(visit, calibration);
  const back = forecastVisit(
    {
      ...visit,
      stop: { lineId: 'doctor', isReturn: true },
      been: ['doctor', 'laboratory', 'doctor'],
    },
    calibration,
  );
  // The first visit still goes to the laboratory and back to the doctor. The second visit ends
  // after the present step.
  assert.ok(first.expected > back.expected + 12 + 10);
  assert.equal(back.expected, visit.present.mean);
});

test('the forecast of a visit does not follow the lines that usually come next in an endless circle [LINE-5]', () => {
  const counts = ['a', 'b', 'c'].flatMap((lineId) =>
    ['a', 'b', 'c'].flatMap((nextId) =>
      [false, true].map((isReturn) => ({ lineId, isReturn, nextId, visits: 10 })),
    ),
  );
  const announced = forecastVisit(
    { ...visit, stop: { lineId: 'a', isReturn: false }, been: ['a'] },
    { ...unlearnt, next: fitNext(counts, {}) },
  );
  assert.ok(Number.isFinite(announced.upper) && announced.upper < 24 * 60);
});

test('if visits at a hospital last longer than forecast, the forecast ranges become wider, and no range ends before it begins [LINE-5]', () => {
  const late = Array.from({ length: 300 }, (_, n) => ({
    bucket: 0,
    score: 1 + (n % 20) / 10,
    isOpen: false,
  }));
  const calibration = { ...unlearnt, quantiles: fitVisitRanges(late) };
  const announced = forecastVisit(visit, calibration);
  assert.ok(announced.upper > forecastVisit(visit, unlearnt).upper);
  assert.ok(announced.lower <= announced.upper);
  const nothing = forecastVisit({ ...visit, present: { mean: 0, variance: 0 } }, unlearnt);
  assert.ok(nothing.lower >= 0);
});

test('the remaining time of a visit is written in everyday words in both languages [LINE-5]', () => {
  const announced = (lower: number, upper: number) =>
    visitLeftText(leftAsAnnounced({ lower, upper }), 'en');
  assert.equal(announced(21, 34), 'About 20 to 35 minutes until you are done.');
  assert.equal(announced(58, 93), 'About 1 to 1½ hours until you are done.');
  assert.equal(announced(44, 77), 'About 45 minutes to 1¼ hours until you are done.');
  assert.equal(announced(118, 170), 'About 2 to 3 hours until you are done.');
  assert.equal(announced(61, 62), 'About 1 hour until you are done.');
  assert.equal(announced(1, 9), 'At most about 10 minutes until you are done.');
  assert.equal(announced(0, 0), 'At most about 5 minutes until you are done.');
  assert.equal(
    visitLeftText(leftAsAnnounced({ lower: 62, upper: 88 }), 'hi'),
    'आपका काम पूरा होने तक लगभग 1 से 1½ घंटे।',
  );
  for (let lower = 0; lower < 300; lower += 1) {
    const one = leftAsAnnounced({ lower, upper: lower + 7 });
    assert.ok(one.upper >= 5 && one.upper >= one.lower && Math.abs(one.lower - lower) <= 15);
    assert.doesNotMatch(visitLeftText(one, 'en'), /undefined|NaN|\b60 minutes/);
  }
});

test('the forecast end of a visit is never before the time of the next call that the patient reads [LINE-5, PAT-7]', () => {
  assert.deepEqual(leftWithWait({ lower: 5, upper: 50 }, 55), { lower: 5, upper: 55 });
  assert.deepEqual(leftWithWait({ lower: 5, upper: 60 }, 65), { lower: 5, upper: 75 });
  assert.deepEqual(leftWithWait({ lower: 5, upper: 75 }, 40), { lower: 5, upper: 75 });
});
