import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownBounds, shownVital, storedVital } from '@baari/contract/visit/vital-units.ts';
import { vitalBounds, vitalsGiven, vitalValues } from '@baari/contract/visit/vitals.ts';
import { marksOf, monthsOn, rangesAt } from './reference-ranges.rules.ts';

const none = Object.fromEntries(vitalValues.map((value) => [value, null]));
const nothing = vitalsGiven.parse({ pulse: 60 });

function marksAt(months: number | null, given: object): string[] {
  const marks = marksOf({ ...nothing, pulse: null, ...given }, months);
  return marks.map(({ value, is }) => `${value} ${is}`);
}

const adult = 40 * 12;

test('an adult’s values are marked outside the published range, and not at its ends [CONS-2]', () => {
  assert.deepEqual(marksAt(adult, { pulse: 51, oxygen: 96, temperature: 38, respiration: 20 }), []);
  assert.deepEqual(
    marksAt(adult, { pulse: 50, oxygen: 95, temperature: 38.1, respiration: 21, glucose: 69 }),
    ['pulse low', 'temperature high', 'oxygen low', 'respiration high', 'glucose low'],
  );
  assert.deepEqual(marksAt(adult, { systolic: 140, diastolic: 90 }), [
    'systolic high',
    'diastolic high',
  ]);
});

test('a pulse of 150 is not marked for a baby and is marked as high for an adult; if the age is unknown, no value is marked [CONS-2]', () => {
  assert.deepEqual(marksAt(6, { pulse: 150 }), []);
  assert.deepEqual(marksAt(adult, { pulse: 150 }), ['pulse high']);
  assert.deepEqual(marksAt(null, { pulse: 150, oxygen: 60 }), []);
  assert.deepEqual(marksAt(adult, { weight: 300, height: 90, pain: 10 }), [], 'have no range');
});

test('the range of an age lies within the possible values and begins before it ends [CONS-2]', () => {
  for (const months of [0, 1, 12, 36, 72, 120, 144, 192, adult]) {
    for (const [value, [from, to]] of Object.entries(rangesAt(months))) {
      const bounds = vitalBounds[vitalValues.find((each) => each === value) ?? 'pain'];
      assert.ok(bounds.least <= from && from < to && to <= bounds.most, `${value} at ${months}`);
    }
  }
});

test('a child becomes an adult for the ranges on the 16th birthday, and whole years count without a date [CONS-2]', () => {
  const born = { dateOfBirth: '2010-05-20', birthYear: null };
  assert.equal(monthsOn('2026-05-19', born), 191);
  assert.equal(monthsOn('2026-05-20', born), 192);
  assert.equal(monthsOn('2026-01-01', { dateOfBirth: null, birthYear: 2020 }), 72);
  assert.equal(monthsOn('2026-01-01', { dateOfBirth: null, birthYear: null }), null);
});

test('a value outside the hard bounds, half a breath, a lower pressure above the upper one, or nothing at all is refused at its field [CONS-2]', () => {
  const refused = (given: object): string[] => {
    const parsed = vitalsGiven.safeParse(given);
    return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
  };
  for (const value of vitalValues) {
    const { least, most } = vitalBounds[value];
    assert.deepEqual(refused({ systolic: 300, [value]: least }), []);
    assert.deepEqual(refused({ systolic: 300, [value]: most + 1 }), [value]);
    assert.deepEqual(refused({ systolic: 300, [value]: least - 1 }), [value]);
  }
  assert.deepEqual(refused({ respiration: 16.5 }), ['respiration']);
  assert.deepEqual(refused({ systolic: 80, diastolic: 120 }), ['diastolic']);
  assert.deepEqual(refused({ diastolic: 80 }), ['systolic']);
  assert.deepEqual(refused({ systolic: 120 }), []);
  assert.deepEqual(refused(none), ['values']);
});

test('a value typed in the hospital’s unit is shown again as it was typed [CONS-2]', () => {
  const units = { temperatureUnit: 'fahrenheit', glucoseUnit: 'mmol_l' } as const;
  for (let typed = 95; typed <= 107; typed = Math.round((typed + 0.1) * 10) / 10) {
    const stored = storedVital('temperature', typed, units);
    assert.equal(shownVital('temperature', stored, units), typed);
  }
  for (let typed = 2; typed <= 30; typed = Math.round((typed + 0.1) * 10) / 10) {
    assert.equal(shownVital('glucose', storedVital('glucose', typed, units), units), typed);
  }
  assert.equal(shownVital('temperature', 37, units), 98.6);
  assert.deepEqual(shownBounds('temperature', units), { least: 77, most: 113 });
  const plain = { temperatureUnit: 'celsius', glucoseUnit: 'mg_dl' } as const;
  assert.equal(shownVital('glucose', storedVital('glucose', 126, plain), plain), 126);
});
