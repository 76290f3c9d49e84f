/** Tests of the query of a FHIR search: dates, unknown parameters, pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuery } from './asked.rules.ts';
import { askedDate, isWithin } from './dates.rules.ts';
import type { ServedName } from './served-types.rules.ts';

const zone = 'Asia/Kolkata';
function ask(type: ServedName, query: readonly (readonly [string, string])[], isStrict = false) {
  return readQuery(type, { query, isStrict, zone });
}

test("a day without a time zone is a day of the hospital's clock, and prefixes compare with it [API-33]", () => {
  const noon = Date.parse('2026-11-30T12:00:00+05:30');
  const span = { from: noon, to: noon };
  const fits = (text: string) => {
    const asked = askedDate(text, zone);
    return asked === undefined ? undefined : isWithin(span, asked);
  };
  assert.equal(askedDate('2026-11-30', zone)?.from, Date.parse('2026-11-30T00:00:00+05:30'));
  assert.deepEqual(
    ['2026', '2026-11', '2026-11-30', 'ge2026-11-30', 'le2026-11-30', '2026-11-30T12:00'].map(fits),
    [true, true, true, true, true, true],
  );
  assert.deepEqual(
    ['2026-11-29', 'gt2026-11-30', 'lt2026-11-30', 'ge2026-12-01', '2026-11-30T12:00:01Z'].map(
      fits,
    ),
    [false, false, false, false, false],
  );
  assert.deepEqual(
    ['2026-13-01', '2026-02-30', 'ne2026-11-30', 'yesterday', '2026-11-30T25:00'].map(fits),
    [undefined, undefined, undefined, undefined, undefined],
  );
  const running = { from: noon, to: Infinity };
  const asked = askedDate('2026-12-24', zone);
  assert.ok(asked !== undefined && !isWithin(running, asked));
  const from = askedDate('ge2026-12-24', zone);
  assert.ok(from !== undefined && isWithin(running, from), 'a visit that still runs goes on');
});

test('an unknown parameter is refused under strict handling, and else is absent from the self link [API-33]', () => {
  const query = [
    ['status', 'planned'],
    ['colour', 'red'],
  ] as const;
  const lenient = ask('Encounter', query);
  assert.deepEqual(lenient.ok && lenient.asked.used, [['status', 'planned']]);
  const strict = ask('Encounter', query, true);
  assert.deepEqual(!strict.ok && strict.problems, [
    'The parameter colour is unknown for Encounter.',
  ]);
});

test('a page has at most a hundred resources; a wrong count, cursor, modifier or date is refused [API-33]', () => {
  const asked = ask('Encounter', [['_count', '5000']]);
  assert.equal(asked.ok && asked.asked.count, 100);
  for (const wrong of [
    ['_count', '0'],
    ['_count', 'many'],
    ['_cursor', 'X Y'],
    ['status:not', 'planned'],
    ['status', ''],
    ['date', 'soon'],
  ] as const) {
    assert.ok(!ask('Encounter', [wrong]).ok, wrong.join('='));
  }
});

test('patients are found only by an exact id, identifier or phone, slots only of a named schedule [API-33, SEC-18]', () => {
  assert.ok(!ask('Patient', []).ok);
  assert.ok(!ask('Slot', [['status', 'free']]).ok);
  assert.ok(!ask('Patient', [['identifier', 'http://localhost/sid/patient|']]).ok);
  assert.ok(!ask('Patient', [['phone', '+919876543210,phone|']]).ok);
  const phone = ask('Patient', [['phone', ' 919876543210']]);
  assert.deepEqual(phone.ok && phone.asked.criteria[0]?.values, ['+919876543210']);
});
